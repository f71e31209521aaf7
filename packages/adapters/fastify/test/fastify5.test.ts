import { createEngine } from '@platen/engine';
import { httpDamageSuite, httpSuite } from '@platen/testing';
import { startFastify } from './start-fastify.ts';

httpSuite({ makeEngine: createEngine, startHost: startFastify });
httpDamageSuite({ makeEngine: createEngine, startHost: startFastify });
