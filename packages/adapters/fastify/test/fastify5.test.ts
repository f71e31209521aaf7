import { createEngine } from '@platen/engine';
import { httpSuite } from '@platen/testing';
import { startFastify } from './start-fastify.ts';

httpSuite({ makeEngine: createEngine, startHost: startFastify });
