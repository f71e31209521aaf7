import { createEngine } from '@platen/engine';
import { serveAttackTarget } from '@platen/testing/attack-target';
import { startHono } from './start-hono.ts';

await serveAttackTarget({ makeEngine: createEngine, startHost: startHono });
