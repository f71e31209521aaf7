import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type BlobStore, type ConversionEngine, silentLogger } from '@platen/core';
import { createMemoryBlobStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { createPgBossQueue } from '@platen/pg-boss';
import { createPostgresStore } from '@platen/postgres';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { copyOperation } from '../cluster/copy-operation.ts';
import { standInExecutor } from '../cluster/stand-in-executor.ts';

/** What the parent asks for from now on. */
export interface SimulatedLoad {
  /** Submissions to all nodes of this process together. */
  readonly perSecond: number;
  readonly owners: number;
}

// Nodes that share a process: each with connections, a queue and an engine of its own, and work that takes no time.
const [, , address = '', folder = '', count = '', watched = ''] = process.argv;
const lanes = 4;
/** As `openSharedStores` sets them. */
const storeConnections = 10;
const queueConnections = 4;
/** The machine is shared by all nodes: what is looked at is the database. */
const timeoutMs = 30_000;

const input = Buffer.from('%PDF-1.7\nthe same for all');
const { read, ...memoryBlobs } = createMemoryBlobStore();
/** Durable as far as the engine is concerned: files are not what is measured. What another process stored is the same input. */
const blobs: BlobStore = {
  ...memoryBlobs,
  durable: true,
  read: (key, options) => read(key, options).catch(() => Readable.from([input])),
};

const events = ['job-queued', 'job-started', 'job-progress', 'job-completed'] as const;

const executor = standInExecutor(lanes, async ({ call, onStarted }) => {
  onStarted();
  const path = join(call.task.outputDir, 'nothing');
  await writeFile(path, '0');
  return { kind: 'outputs', outputs: [{ path, fileName: 'nothing.txt', mediaType: 'text/plain' }] };
});

let load: SimulatedLoad = { perSecond: 0, owners: 1 };
const engines: ConversionEngine[] = [];
let refused = 0;
for (let index = 0; index < Number(count); index += 1) engines.push(await startEngine(index));
process.send?.('ready');
process.on('disconnect', () => process.exit(0)); // The benchmark was stopped.
process.on('message', (asked: SimulatedLoad) => {
  load = asked;
});
for (let sent = 0, at = performance.now(); ; ) {
  if (load.perSecond === 0) {
    await delay(50);
    [sent, at] = [0, performance.now()];
    continue;
  }
  const due = Math.floor(((performance.now() - at) / 1_000) * load.perSecond);
  for (; sent < due; sent += 1) submit(engines[sent % engines.length] as ConversionEngine);
  await delay(5);
}

function submit(engine: ConversionEngine): void {
  const inputs = [{ fileName: 'in.pdf', data: input }];
  engine
    .submit({ operation: copyOperation.name, ownerId: `owner-${randomInt(load.owners)}`, inputs })
    .catch((error: unknown) => {
      refused += 1;
      if (refused === 1) console.error(error);
    });
}

async function startEngine(index: number): Promise<ConversionEngine> {
  const name = `node-${process.pid}-${index}`;
  const connection = { connectionString: address, application_name: name };
  const pool = new pg.Pool({ ...connection, max: storeConnections, keepAlive: true, pipeline: true });
  const boss = new PgBoss({
    ...connection,
    schema: 'platen_queue',
    max: queueConnections,
    schedule: false,
    options: '-c synchronous_commit=off',
  });
  boss.on('error', () => {}); // The calls that fail tell of it.
  await boss.start();
  const queue = await createPgBossQueue({ boss, schema: 'platen_queue', timeoutMs });
  await queue.prepare([copyOperation.name]);
  const store = await createPostgresStore({ pool, queue, timeoutMs });
  const engine = createEngine({
    ...store,
    operations: [copyOperation],
    queue,
    blobs,
    executor,
    stagingFolder: join(folder, name),
    maxQueued: 10_000_000,
    logger: silentLogger,
  });
  await engine.start();
  // As where a dashboard is open.
  if (index < Number(watched)) for (const event of events) engine.on(event, () => {});
  return engine;
}
