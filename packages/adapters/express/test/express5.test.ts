import { createEngine } from '@platen/engine';
import { httpDamageSuite, httpSuite } from '@platen/testing';
import { startExpress5 } from './start-express5.ts';

httpSuite({ makeEngine: createEngine, startHost: startExpress5 });
httpDamageSuite({ makeEngine: createEngine, startHost: startExpress5 });
