import { createEngine } from '@platen/engine';
import { serveAttackTarget } from '@platen/testing/attack-target';
import express from 'express4';
import { startExpress } from './start-express.ts';

await serveAttackTarget({ makeEngine: createEngine, startHost: startExpress(express) });
