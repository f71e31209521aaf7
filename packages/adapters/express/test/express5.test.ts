import { createEngine } from '@platen/engine';
import { httpSuite } from '@platen/testing';
import express from 'express';
import { startExpress } from './start-express.ts';

httpSuite({ makeEngine: createEngine, startHost: startExpress(express) });
