import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { platen } from '@platen/express';
import { pdfToImage } from '@platen/pdf-to-image';
import { createSqliteStore } from '@platen/sqlite';
import express from 'express';
import { emptyOperation } from './empty-operation.ts';
import { serveBenchmark } from './serve-benchmark.ts';

// A host as a user would write it, run as a child of the host benchmark: it reports on itself over IPC.

const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const store = await createSqliteStore({ file: join(folder, 'platen.db') });
const { key, record } = generateApiKey({ id: 'bench', name: 'bench', createdAt: Date.now() });
await store.keys.create(record);
const engine = createEngine({
  operations: [emptyOperation, pdfToImage],
  jobs: store.jobs,
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  executor: createProcessExecutor(),
  stagingFolder: join(folder, 'staging'),
  limits: { maxFileBytes: 2 ** 31, maxRequestBytes: 2 ** 31 },
});
await engine.start();

const app = express();
app.use(platen({ engine, keys: store.keys, linkSecrets: ['0'.repeat(32)], requestsPerMinute: null, health: true }));
serveBenchmark(app, key, async () => {
  await engine.stop(0);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
