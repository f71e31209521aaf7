import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { dashboard } from '@platen/dashboard/express';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { createPgBossQueue } from '@platen/pg-boss';
import { createPostgresStore } from '@platen/postgres';
import { createSqliteStore } from '@platen/sqlite';
import { createWebhooks } from '@platen/webhooks';
import express from 'express';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { copyOperation } from '../cluster/copy-operation.ts';
import { standInExecutor } from '../cluster/stand-in-executor.ts';

// A node as a process, with all that it serves. Its lanes are busy for good, so that what waits goes on waiting.
const [, , kind = '', place = '', folder = ''] = process.argv;
const lanes = 4;
const startedAt = performance.now();

const executor = standInExecutor(lanes, async ({ onStarted, signal }) => {
  onStarted();
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
});

const { store, parts } = kind === 'sqlite' ? openSqlite() : await openPostgres();
const openMs = performance.now() - startedAt;
const webhooks = createWebhooks({
  store: store.webhookStore,
  outbox: store.jobs.outbox,
  allowHttp: true,
  allowedNetworks: ['127.0.0.0/8'],
  logger: silentLogger,
});
const engine = createEngine({
  ...store,
  ...parts,
  messagesFor: webhooks.messagesFor,
  operations: [copyOperation],
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  executor,
  stagingFolder: join(folder, 'staging'),
  // More than there are waiting.
  maxQueued: 1_000_000,
  logger: silentLogger,
});
await engine.start();
webhooks.start(engine);

const app = express();
app.use(
  platen({
    ...store,
    engine,
    linkSecrets: ['a secret of the benchmark that is long enough'],
    requestsPerMinute: 1_000_000,
    quotaPerMonth: 1_000_000,
    trustUploads: true,
    logger: silentLogger,
    health: true,
    metrics: true,
    manage: true,
  }),
);
app.use('/dashboard', dashboard({ platen: { engine }, authorize: () => ({ actor: 'benchmark', role: 'manager' }) }));
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('disconnect', () => process.exit(0)); // The benchmark was stopped.
process.send?.({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  openMs,
  startMs: performance.now() - startedAt,
});

function openSqlite() {
  return { store: createSqliteStore({ file: place }), parts: { soleNode: true } };
}

async function openPostgres() {
  const connection = { connectionString: place };
  const pool = new pg.Pool({ ...connection, max: 10, keepAlive: true, pipeline: true });
  const boss = new PgBoss({
    ...connection,
    schema: 'platen_queue',
    max: 4,
    schedule: false,
    options: '-c synchronous_commit=off',
  });
  boss.on('error', () => {}); // The calls that fail tell of it.
  await boss.start();
  const queue = await createPgBossQueue({ boss, schema: 'platen_queue' });
  await queue.prepare([copyOperation.name]);
  return { store: await createPostgresStore({ pool, queue }), parts: { queue } };
}
