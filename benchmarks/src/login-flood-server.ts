import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createPasswordSignIn, hashPassword } from '@platen/dashboard';
import { dashboard } from '@platen/dashboard/express';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { platen } from '@platen/express';
import { createSqliteStore } from '@platen/sqlite';
import express from 'express';
import { emptyOperation } from './empty-operation.ts';
import { serveBenchmark } from './serve-benchmark.ts';

// A host with a dashboard behind a password, in a process of its own.

const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const store = await createSqliteStore({ file: join(folder, 'platen.db') });
const { key, record } = generateApiKey({ id: 'bench', name: 'bench', createdAt: Date.now() });
await store.keys.create(record);
const engine = createEngine({
  operations: [emptyOperation],
  jobs: store.jobs,
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  executor: createThreadExecutor({ threads: 1 }),
  stagingFolder: join(folder, 'staging'),
});
await engine.start();
const account = { actor: 'admin', role: 'manager', passwordHash: await hashPassword('of the benchmark') } as const;
const app = express();
app.use(
  '/dashboard',
  dashboard({ platen: { engine }, trustUploads: true, authorize: createPasswordSignIn({ accounts: [account] }) }),
);
app.use(
  platen({ engine, keys: store.keys, linkSecrets: ['0'.repeat(32)], requestsPerMinute: null, trustUploads: true }),
);
serveBenchmark(app, key, async () => {
  await engine.stop(0);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
