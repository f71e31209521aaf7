import { createEngine } from '@platen/engine';
import { serveAttackTarget } from '@platen/testing/attack-target';
import { startFastify } from './start-fastify.ts';

await serveAttackTarget({ makeEngine: createEngine, startHost: startFastify });
