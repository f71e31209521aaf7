import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import type { NewJob } from '@platen/core';
import { createSqliteStore, type SqliteStore } from '@platen/sqlite';
import type { Benchmark, Figure } from './benchmark.ts';

const jobs = 4_000;
const callers = 64;
const bounds = { quotaPerMonth: null, maxQueued: 10_000, maxQueuedPerOwner: null };

/** What a durable job record costs: group commit in a thread, against a commit for each in the host's own thread. */
export const benchmark: Benchmark = {
  name: 'store-writes',
  description: `${jobs} job records written durably (WAL, synchronous FULL) for ${callers} callers at once.`,
  async run() {
    // Beside the sources: a temporary folder may be in memory, where a flush costs nothing.
    const folder = await mkdtemp(join(import.meta.dirname, '.store-writes-'));
    try {
      return await measure(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string): Promise<readonly Figure[]> {
  const database = openPeer(join(folder, 'peer.db'));
  const peer = await timed(() => insertOneByOne(database));
  database.close();
  // Opening is not what is measured: it checks the file and starts the thread, once for each start of a server.
  await using store = createSqliteStore({ file: join(folder, 'ours.db') });
  await store.keys.list();
  const ours = await timed(() => insertTogether(store));
  const peerName = 'node:sqlite, a commit each';
  return [
    {
      name: 'time for a record',
      unit: 'ms',
      ours: ours.totalMs / jobs,
      peer: peer.totalMs / jobs,
      peerName,
      target: 0.5,
    },
    { name: 'longest stop of the event loop', unit: 'ms', ours: ours.blockedMs, peer: peer.blockedMs, peerName },
  ];
}

async function timed(work: () => Promise<void>) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.now();
  await work();
  const totalMs = performance.now() - start;
  delays.disable();
  return { totalMs, blockedMs: delays.max / 1e6 };
}

/** Each caller waits for its record before it writes the next. */
async function insertTogether(store: SqliteStore): Promise<void> {
  const caller = async (first: number) => {
    for (let index = first; index < jobs; index += callers) await store.jobs.insert(jobOf(index), bounds);
  };
  await Promise.all(Array.from({ length: callers }, (_, first) => caller(first)));
}

function openPeer(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE jobs (id TEXT PRIMARY KEY, job TEXT)',
  );
  return database;
}

async function insertOneByOne(database: DatabaseSync): Promise<void> {
  const insert = database.prepare('INSERT INTO jobs VALUES (?, ?)');
  const caller = async (first: number) => {
    for (let index = first; index < jobs; index += callers) {
      insert.run(String(index), JSON.stringify(jobOf(index)));
      await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, first) => caller(first)));
}

function jobOf(index: number): NewJob {
  return {
    id: String(index),
    ownerId: 'benchmark',
    keyId: 'benchmark',
    operation: 'pdf/merge',
    options: { bookmarks: true },
    secrets: null,
    limits: {},
    correlationId: String(index),
    requestHash: null,
    webhookUrl: null,
    inputs: [{ key: `jobs/${index}/in/0`, fileName: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 1 }],
    warnings: [],
  };
}
