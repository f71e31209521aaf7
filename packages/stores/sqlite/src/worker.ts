import { parentPort, workerData } from 'node:worker_threads';
import type { WriterSettings } from './protocol.ts';
import { startWriter } from './writer.ts';

if (parentPort !== null) startWriter(parentPort, workerData as WriterSettings);
