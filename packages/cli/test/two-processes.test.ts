import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConversionEngine, JobQueue } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createMemoryJobQueue } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';
import { expect, onTestFinished, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';
import type { EngineReport } from './engine-process.ts';

const fiveMinutesMs = 5 * 60_000;
const script = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const isOver = { timeout: 120_000 };

test('two processes whose clocks are five minutes apart run each of 200 jobs, and none twice', async () => {
  const { engine, runs } = await startTwo({ maxRunningPerOwner: 1_000 });
  const names = Array.from({ length: 200 }, (_, index) => `${index}.pdf`);
  await Promise.all(names.map((name, index) => submit(engine, name, `owner-${index % 7}`)));
  await expect.poll(() => engine.counts(), isOver).toMatchObject({ queued: 0, processing: 0, completed: 200 });
  expect(runs.map(({ fileName }) => fileName).sort()).toEqual(names.sort());

  const { jobs } = await engine.list({}, { limit: 1_000 });
  const records = await Promise.all(jobs.map(({ id }) => engine.get(id)));
  expect(new Set(records.map((job) => job?.runs[0]?.nodeId)).size).toBe(2);
  expect(records.filter((job) => job?.attempts !== 1 || job.releases !== 0 || job.runs.length !== 1)).toEqual([]);
});

test('sixteen lanes in two processes never run more than two jobs of an owner that may run two', async () => {
  const { engine, runs } = await startTwo({ maxRunningPerOwner: 2 });
  const names = Array.from({ length: 60 }, (_, index) => `${index}.pdf`);
  await Promise.all(names.map((name) => submit(engine, name, 'busy')));
  await expect.poll(() => engine.counts(), isOver).toMatchObject({ queued: 0, processing: 0, completed: 60 });
  expect(runs.map(({ fileName }) => fileName).sort()).toEqual(names.sort());
  expect(Math.max(...runs.map(({ runningBeside }) => runningBeside))).toBeLessThanOrEqual(1);
});

type Run = Exclude<EngineReport, 'ready'>;

/** Two engines that work, and one here that only accepts: each job is handed to both. `runs` is what was begun so far. */
async function startTwo({ maxRunningPerOwner }: { readonly maxRunningPerOwner: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-two-processes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'running'));
  const runs: Run[] = [];
  const children = await Promise.all(
    [0, fiveMinutesMs].map((clockOffMs) =>
      startEngine([folder, `${clockOffMs}`, `${maxRunningPerOwner}`], (run) => runs.push(run)),
    ),
  );
  const store = createSqliteStore({ file: join(folder, 'platen.db'), busyTimeoutMs: 60_000 });
  const engine = createEngine({
    operations: standardOperations,
    jobs: store.jobs,
    leader: store.leader,
    nodes: store.nodes,
    queue: toEach(children),
    blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
    stagingFolder: join(folder, 'staging'),
  });
  onTestFinished(() => store.close());
  onTestFinished(() => engine.stop(0));
  return { engine, runs };
}

async function startEngine(args: readonly string[], onRun: (run: Run) => void): Promise<ChildProcess> {
  const child = fork(script, args, { execArgv: ['--conditions=@platen/source'] });
  const ended = once(child, 'exit');
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  child.once('exit', (code) => reject(new Error(`the engine ended with ${code} before it was ready`)));
  child.on('message', (report: EngineReport) => (report === 'ready' ? resolve() : onRun(report)));
  onTestFinished(async () => {
    if (child.connected) child.disconnect();
    await ended;
  });
  await ready;
  return child;
}

/** A queue that hands out everything to all, whatever bound its owner has. */
function toEach(children: readonly ChildProcess[]): JobQueue {
  return {
    ...createMemoryJobQueue(),
    async enqueue(items) {
      for (const child of children) child.send(items);
    },
  };
}

async function submit(engine: ConversionEngine, fileName: string, ownerId: string): Promise<void> {
  await engine.submit({ operation: 'pdf/split', inputs: [{ fileName, data: samplePdf(fileName) }], ownerId });
}
