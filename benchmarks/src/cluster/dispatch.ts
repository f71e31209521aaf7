import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@platen/cli/bench';
import type { ConversionEngine } from '@platen/core';
import { createMemoryBlobStore } from '@platen/core/memory';
import { createEngine, type Executor } from '@platen/engine';
import { createPgBossQueue } from '@platen/pg-boss';
import { createPostgresStore } from '@platen/postgres';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Figure } from '../benchmark.ts';
import { copyOperation } from './copy-operation.ts';
import { type DatabaseServer, startDatabase } from './database-server.ts';
import { figure } from './figures.ts';
import { pdfOf } from './load.ts';
import { standInExecutor } from './stand-in-executor.ts';

const jobs = 1_500;
const callers = 32;
const lanes = 32;
/** Jobs one after the other, on a cluster that is otherwise idle. */
const probes = 100;

/** What dispatch alone carries: jobs of an operation that does nothing, through store and queue, files in memory. */
export async function measureDispatch(folder: string): Promise<readonly Figure[]> {
  const own = join(folder, 'dispatch');
  mkdirSync(own, { mode: 0o755 });
  const database = await startDatabase(own);
  const connection = { host: '127.0.0.1', port: database.port, user: 'platen', database: 'postgres' };
  const boss = new PgBoss({
    ...connection,
    schema: 'platen_queue',
    max: 8,
    schedule: false,
    options: '-c synchronous_commit=off',
  });
  boss.on('error', () => {}); // The calls that fail tell of it.
  await boss.start();
  const queue = await createPgBossQueue({ boss, schema: 'platen_queue', timeoutMs: 30_000 });
  await queue.prepare([copyOperation.name]);
  const pool = new pg.Pool({ ...connection, max: 24, pipeline: true });
  const store = await createPostgresStore({ pool, queue, timeoutMs: 30_000 });
  const startedAt = new Map<string, number>();
  const engine = createEngine({
    ...store,
    operations: [copyOperation],
    queue,
    // Durable as far as the engine is concerned: files are not what is measured.
    blobs: { ...createMemoryBlobStore(), durable: true },
    executor: createWitness((name) => startedAt.set(name, performance.now())),
    stagingFolder: join(own, 'staging'),
    maxQueued: 100_000,
  });
  await engine.start();
  const run = (name: string) =>
    engine.submit({ operation: copyOperation.name, inputs: [{ fileName: name, data: pdfOf(100) }] });
  try {
    const waits: number[] = [];
    for (let index = 0; index < probes; index += 1) {
      const name = `probe-${index}.pdf`;
      await run(name);
      const submittedAt = performance.now();
      for (; !startedAt.has(name); ) await delay(1);
      waits.push(Math.max(0, (startedAt.get(name) ?? 0) - submittedAt));
      await delay(20);
    }
    const ended = allEnded(engine);
    const before = await readCosts(database);
    const begin = performance.now();
    const caller = async (first: number) => {
      for (let index = first; index < jobs; index += callers) await run(`job-${index}.pdf`);
    };
    await Promise.all(Array.from({ length: callers }, (_, first) => caller(first)));
    await ended;
    const perSecond = jobs / ((performance.now() - begin) / 1_000);
    await delay(statisticsMs);
    const after = await readCosts(database);
    return [
      figure('jobs a second through one PostgreSQL, submission to end', '', perSecond),
      figure('of it a job', 'ms', 1_000 / perSecond, 3.33),
      figure('statements a job, of a queue that is busy', '', (after.statements - before.statements) / jobs),
      figure('commits a job', '', (after.commits - before.commits) / jobs),
      figure('flushes of the log to the disk a job', '', (after.flushes - before.flushes) / jobs),
      figure('from the answer to a submission to the start of its job, median', 'ms', percentile(waits, 50), 20),
    ];
  } finally {
    await engine.stop(0);
    await store.bus.close();
    await queue.close();
    await boss.stop({ graceful: false });
    await pool.end();
    await database.stop();
  }
}

/** Resolves once all jobs that are submitted from now on have ended. */
function allEnded(engine: ConversionEngine): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = jobs;
  engine.on('job-completed', () => {
    left -= 1;
    if (left === 0) resolve();
  });
  return promise;
}

/** A connection of the server tells its statistics so late at most. */
const statisticsMs = 1_500;

/** What the server has done so far. The checks of its own foreign keys are not counted. */
async function readCosts({ pool }: DatabaseServer) {
  const { rows } = await pool.query<{ statements: string; commits: string; flushes: string }>(
    `SELECT (SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%FOR KEY SHARE%') AS statements,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       (SELECT wal_sync FROM pg_stat_wal) AS flushes`,
  );
  const [row] = rows;
  return { statements: Number(row?.statements), commits: Number(row?.commits), flushes: Number(row?.flushes) };
}

function createWitness(onStart: (fileName: string) => void): Executor {
  return standInExecutor(lanes, async ({ call, onStarted }) => {
    onStarted();
    onStart(call.task.inputs[0]?.fileName ?? '');
    const path = join(call.task.outputDir, 'nothing');
    await writeFile(path, '0');
    return { kind: 'outputs', outputs: [{ path, fileName: 'nothing.txt', mediaType: 'text/plain' }] };
  });
}
