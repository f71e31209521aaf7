import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { generateApiKey, silentLogger } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine, createProcessExecutor, createThreadExecutor } from '@platen/engine';
import { platen } from '@platen/express';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';
import express from 'express';
import type { LoadMessage, LoadSettings } from './load-messages.ts';

// A host as a user would write it, started by `platen bench` as a child of its own: what sends the load must not share its
// event loop.

const { folder, executor, concurrency, recycleAfterCalls } = JSON.parse(process.argv[2] ?? '') as LoadSettings;
const say = (message: LoadMessage) => void process.send?.(message);
const logger = silentLogger;
const store = await createSqliteStore({ file: join(folder, 'platen.db') });
const { key, record } = generateApiKey({ id: 'bench', name: 'bench', createdAt: Date.now() });
await store.keys.create(record);
const engine = createEngine({
  operations: standardOperations,
  jobs: store.jobs,
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  executor:
    executor === 'processes'
      ? createProcessExecutor({ processes: concurrency, recycleAfterCalls, logger })
      : createThreadExecutor({ threads: concurrency, logger }),
  stagingFolder: join(folder, 'staging'),
  maxQueued: 100_000,
  logger,
});
await engine.start();
// By the clock of the machine, which the sender reads as well.
engine.on('job-completed', ({ id }) => say({ kind: 'ended', jobId: id, at: Date.now(), failed: false }));
engine.on('job-failed', ({ id }) => say({ kind: 'ended', jobId: id, at: Date.now(), failed: true }));

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let loop = performance.eventLoopUtilization();
const app = express();
app.use(platen({ engine, keys: store.keys, linkSecrets: ['0'.repeat(32)], requestsPerMinute: null }));
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  say({ kind: 'serving', url: `http://127.0.0.1:${port}`, key });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const delayP99Ms = delay.percentile(99) / 1e6;
  const now = performance.eventLoopUtilization();
  const { utilization: loopBusy } = performance.eventLoopUtilization(now, loop);
  loop = now;
  say({
    kind: 'state',
    cpuMs: (user + system) / 1000,
    loopBusy,
    delayP99Ms,
    residentMegabytes: process.memoryUsage.rss() / 2 ** 20,
  });
  delay.reset();
});
process.on('disconnect', async () => {
  await engine.stop(0);
  process.exit(0);
});
