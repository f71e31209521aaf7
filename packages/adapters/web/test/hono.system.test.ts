import { createEngine } from '@platen/engine';
import { httpDamageSuite, httpSuite } from '@platen/testing';
import { startHono } from './start-hono.ts';

// Hono's server for Node answers a bad `Host` itself.
httpSuite({ makeEngine: createEngine, startHost: startHono, refusesHosts: true });
httpDamageSuite({ makeEngine: createEngine, startHost: startHono });
