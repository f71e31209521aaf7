import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, silentLogger } from '@platen/core';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { createPgBossQueue } from '@platen/pg-boss';
import { createPostgresStore } from '@platen/postgres';
import { createS3BlobStore } from '@platen/s3';
import { createWebhooks } from '@platen/webhooks';
import express from 'express';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { bucket, connectToBucket } from './bucket-server.ts';
import { copyOperation, copyOptions } from './copy-operation.ts';
import type { NodeOrder, NodeReport } from './node-messages.ts';
import { standInExecutor } from './stand-in-executor.ts';

// One node of the cluster as a process: it takes jobs in or works on them, and reports what it sees to its parent.
const [, , role = '', folder = '', databasePort = '', bucketPort = '', sends = ''] = process.argv;
const takesJobs = role !== 'worker';
const lanes = 4;

function report(message: NodeReport): void {
  process.send?.(message, () => {}); // A parent that is gone hears nothing.
}

/** Copies in this process, so that a kill takes both. */
const executor = standInExecutor(lanes, async ({ call, onStarted, signal }) => {
  onStarted();
  const { inputs, outputDir } = call.task;
  const { holdMs } = copyOptions.parse(call.task.options);
  const [input] = inputs;
  if (input === undefined) throw new Error('no input');
  await delay(holdMs, undefined, { signal }).catch(() => {});
  if (signal.aborted) {
    report({ kind: 'aborted', at: Date.now(), fileName: input.fileName });
    throw signal.reason;
  }
  const path = join(outputDir, 'copy');
  await copyFile(input.path, path);
  return { kind: 'outputs', outputs: [{ path, fileName: 'copy.pdf', mediaType: 'application/pdf' }] };
});

const connection = { host: '127.0.0.1', port: Number(databasePort), user: 'platen', database: 'postgres' };
const pool = new pg.Pool({ ...connection, max: 10, connectionTimeoutMillis: 1_500, keepAlive: true, pipeline: true });
const settings = {
  ...connection,
  schema: 'platen_queue',
  max: 4,
  schedule: false,
  query_timeout: 30_000,
  options: '-c synchronous_commit=off',
};
const boss = new PgBoss({ ...settings, connectionTimeoutMillis: 1_500 });
boss.on('error', () => {}); // The calls that fail tell of it.
await boss.start();
const queue = await createPgBossQueue({ boss, schema: 'platen_queue' });
await queue.prepare([copyOperation.name]);
const store = await createPostgresStore({ pool, queue });
const logged: Logger = {
  ...silentLogger,
  error: (_, message) => report({ kind: 'logged', at: Date.now(), message }),
  // No job of this operation has a reason to fail: what led to it is to be read.
  warn: ({ err }, message) => message.startsWith('job failed') && console.error(message, err),
};
const webhooks =
  sends === 'webhooks'
    ? createWebhooks({
        store: store.webhookStore,
        outbox: store.jobs.outbox,
        allowHttp: true,
        allowedNetworks: ['127.0.0.0/8'],
        logger: silentLogger,
      })
    : null;
const engine = createEngine({
  ...store,
  ...(webhooks === null ? {} : { messagesFor: webhooks.messagesFor }),
  operations: [copyOperation],
  queue,
  blobs: createS3BlobStore({
    client: connectToBucket(Number(bucketPort)),
    bucket,
    partBytes: 5 * 2 ** 20,
    // An hour by default: no upload here takes as long as this, and what is left of a killed one is looked for.
    staleUploadMs: 60_000,
  }),
  executor,
  stagingFolder: folder,
  // More than the part with history has waiting.
  maxQueued: 1_000_000,
  orphanIntervalMs: 15_000,
  logger: logged,
});
for (const event of ['job-started', 'job-completed', 'job-cancelled'] as const) {
  engine.on(event, ({ id }, { isLocal }) => report({ kind: 'event', at: Date.now(), event, jobId: id, isLocal }));
}
await engine.start({ work: role !== 'api' });
webhooks?.start(engine);

process.on('disconnect', () => process.exit(0)); // The benchmark was stopped.
process.on('message', async ({ cancel }: NodeOrder) => {
  const at = Date.now();
  await engine.cancel(cancel);
  report({ kind: 'cancelled', at, jobId: cancel });
});

if (takesJobs) {
  const app = express();
  app.use(
    platen({
      ...store,
      engine,
      requestsPerMinute: null,
      trustUploads: true,
      logger: logged,
      health: true,
      manage: true,
    }),
  );
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    report({ kind: 'ready', nodeId: engine.nodeId, url: `http://127.0.0.1:${port}` });
  });
} else {
  report({ kind: 'ready', nodeId: engine.nodeId, url: '' });
}
