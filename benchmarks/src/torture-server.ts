import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generateApiKey, type Logger, silentLogger } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { platen } from '@platen/express';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';
import express from 'express';
import { serveBenchmark } from './serve-benchmark.ts';

// Every operation behind HTTP, as `platen serve` has them, run as a child of the torture benchmark in the folder it
// names, with a deadline of its choice. The workers stand back, so that the delays of the host are its own doing.
const [, , folder = '', deadlineMs = ''] = process.argv;
const write = (fields: object, message?: string) => console.error(JSON.stringify({ message, ...fields }));
const logger: Logger =
  process.env.PLATEN_TORTURE_LOG === undefined ? silentLogger : { ...silentLogger, warn: write, error: write };
const store = createSqliteStore({ file: join(folder, 'platen.db') });
const { key, record } = generateApiKey({ id: 'torture', name: 'torture', createdAt: Date.now() });
await store.keys.create(record);
await mkdir(join(folder, 'staging'));
const engine = createEngine({
  operations: standardOperations.map((operation) => ({
    ...operation,
    limits: { ...operation.limits, timeoutMs: Number(deadlineMs) },
  })),
  jobs: store.jobs,
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  executor: createProcessExecutor({ niceness: 19, logger }),
  logger,
  stagingFolder: join(folder, 'staging'),
});
await engine.start();

const app = express();
app.use(platen({ engine, keys: store.keys, linkSecrets: ['0'.repeat(32)], requestsPerMinute: null, health: true }));
serveBenchmark(app, key, async () => {
  await engine.stop(0);
  await store.close();
});
