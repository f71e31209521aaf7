import { createEngine } from '@platen/engine';
import { httpDamageSuite, httpSuite } from '@platen/testing';
import express4 from 'express4';
import { startExpress } from './start-express.ts';

httpSuite({ makeEngine: createEngine, startHost: startExpress(express4) });
httpDamageSuite({ makeEngine: createEngine, startHost: startExpress(express4) });
