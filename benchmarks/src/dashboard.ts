import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@platen/cli/bench';
import type { ConversionEngine, NewJob } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { dashboard } from '@platen/dashboard/express';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { createSqliteStore } from '@platen/sqlite';
import express from 'express';
import type { Benchmark, Figure } from './benchmark.ts';
import { emptyOperation } from './empty-operation.ts';

const storedJobs = 10_000;
const lists = 300;
const pages = 100;
/** What changes meanwhile: a busy small service. */
const jobsPerSecond = 5;
const watchMs = 10_000;
const unbounded = { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null };
/** The lists that people ask for. */
const queries = [
  '',
  'state=queued',
  'operation=pdf%2Fmerge',
  'text=report-99',
  'order=oldest',
  'owner=owner-3',
  'limit=200',
];

/** What a dashboard costs its host. */
export const benchmark: Benchmark = {
  name: 'dashboard',
  description: `Lists over ${storedJobs} jobs in SQLite, and ${pages} open pages while ${jobsPerSecond} jobs a second come and end.`,
  async run() {
    const folder = await mkdtemp(join(import.meta.dirname, '.dashboard-'));
    try {
      return [await measureLists(folder), ...(await measurePages())];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureLists(folder: string): Promise<Figure> {
  await using store = createSqliteStore({ file: join(folder, 'platen.db') });
  const indexes = Array.from({ length: storedJobs }, (_, index) => index);
  for (let start = 0; start < storedJobs; start += 500) {
    await Promise.all(indexes.slice(start, start + 500).map((index) => store.jobs.insert(jobOf(index), unbounded)));
  }
  const engine = createEngine({
    operations: [emptyOperation],
    jobs: store.jobs,
    blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
    executor: createThreadExecutor({ threads: 1 }),
  });
  const { url, close } = await serve(engine);
  const times: number[] = [];
  let cursor: string | null = null;
  for (let index = 0; index < lists; index += 1) {
    const query: string = queries[index % queries.length] ?? '';
    // Further pages of the whole list as well.
    const page: string = query === '' && cursor !== null ? `cursor=${cursor}` : query;
    const start = performance.now();
    const answer = (await (await fetch(`${url}data/jobs?${page}`)).json()) as { readonly nextCursor: string | null };
    times.push(performance.now() - start);
    if (query === '') cursor = answer.nextCursor;
  }
  await close();
  await engine.stop(0);
  return { name: 'list, 95th percentile', unit: 'ms', ours: percentile(times, 95), peer: null, target: 200 };
}

async function measurePages(): Promise<readonly Figure[]> {
  const engine = createEngine({ operations: [emptyOperation], executor: createThreadExecutor({ threads: 1 }) });
  await engine.start();
  const { url, close } = await serve(engine);
  await busyShare(engine, watchMs / 5); // Warm.
  const alone = await busyShare(engine, watchMs);
  const clients = fork(new URL('./dashboard-pages.ts', import.meta.url), [url, String(pages)]);
  await once(clients, 'message');
  const watched = await busyShare(engine, watchMs);
  const delays = await measureDelays(engine, url);
  clients.kill();
  await once(clients, 'exit');
  await close();
  await engine.stop(0);
  return [
    {
      name: `${pages} open pages`,
      unit: '% of a core',
      ours: 100 * Math.max(0, watched - alone),
      peer: null,
      target: 10,
    },
    {
      name: 'change of a job until a page hears, 95th percentile',
      unit: 'ms',
      ours: percentile(delays, 95),
      peer: null,
      target: 1_000,
    },
  ];
}

/** The share of a core that this process takes while jobs come and end. */
async function busyShare(engine: ConversionEngine, ms: number): Promise<number> {
  const before = process.cpuUsage();
  const start = performance.now();
  while (performance.now() - start < ms) {
    await submit(engine);
    await delay(1_000 / jobsPerSecond);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - start);
}

/** From the event of the engine to the message in a stream. */
async function measureDelays(engine: ConversionEngine, url: string): Promise<readonly number[]> {
  const abort = new AbortController();
  const { body } = await fetch(`${url}data/live`, { signal: abort.signal });
  const happened = new Map<string, number>();
  const delays: number[] = [];
  const off = engine.on('job-completed', ({ id }) => void happened.set(id, performance.now()));
  const reading = (async () => {
    for await (const chunk of body ?? []) {
      const text = Buffer.from(chunk).toString();
      for (const [id, at] of happened) {
        if (!text.includes(id)) continue;
        delays.push(performance.now() - at);
        happened.delete(id);
      }
    }
  })().catch(() => {}); // Ended below.
  for (let index = 0; index < 40; index += 1) {
    await submit(engine);
    await delay(100);
  }
  await delay(1_000);
  abort.abort();
  await reading;
  off();
  return delays;
}

async function submit(engine: ConversionEngine): Promise<void> {
  const data = Buffer.from('%PDF-1.7\n%%EOF\n');
  await engine.submit({ operation: emptyOperation.name, inputs: [{ fileName: 'report.pdf', data }] });
}

async function serve(engine: ConversionEngine) {
  const app = express();
  app.use('/platen', dashboard({ platen: { engine }, authorize: () => ({ actor: 'benchmark', role: 'manager' }) }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/platen/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function jobOf(index: number): NewJob {
  return {
    id: `job-${index}`,
    ownerId: `owner-${index % 20}`,
    keyId: null,
    operation: index % 2 === 0 ? 'pdf/merge' : 'pdf/to-word',
    options: {},
    secrets: null,
    limits: {},
    correlationId: `job-${index}`,
    requestHash: null,
    webhookUrl: null,
    inputs: [
      { key: `jobs/${index}/in/0`, fileName: `report-${index}.pdf`, mediaType: 'application/pdf', sizeBytes: 1 },
    ],
    warnings: [],
  };
}
