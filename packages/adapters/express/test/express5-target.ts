import { createEngine } from '@platen/engine';
import { serveAttackTarget } from '@platen/testing/attack-target';
import { startExpress5 } from './start-express5.ts';

await serveAttackTarget({ makeEngine: createEngine, startHost: startExpress5 });
