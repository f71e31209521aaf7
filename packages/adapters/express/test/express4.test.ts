import { createEngine } from '@platen/engine';
import { httpSuite } from '@platen/testing';
import express4 from 'express4';
import { startExpress } from './start-express.ts';

httpSuite({ makeEngine: createEngine, startHost: startExpress(express4) });
