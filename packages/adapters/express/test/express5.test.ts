import { createEngine } from '@platen/engine';
import { httpDamageSuite, httpSuite } from '@platen/testing';
import express from 'express';
import { startExpress } from './start-express.ts';

httpSuite({ makeEngine: createEngine, startHost: startExpress(express) });
httpDamageSuite({ makeEngine: createEngine, startHost: startExpress(express) });
