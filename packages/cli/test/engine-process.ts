import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueueItem } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createMemoryJobQueue } from '@platen/core/memory';
import { createEngine, type Executor } from '@platen/engine';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';

/** What the process sends: that it is ready, then each run of a job by the name of its file. */
export type EngineReport = 'ready' | { readonly fileName: string; readonly runningBeside: number };

// An engine on a folder that other processes share, whose clock is off by so much. The store has a clock of its own, as
// a database server has. What its queue holds comes from the parent: `QueueItem`s.
const [, , folder = '', clockOffMs = '0', maxRunningPerOwner = '1000'] = process.argv;
const dateNow = Date.now;
const store = createSqliteStore({
  file: join(folder, 'platen.db'),
  busyTimeoutMs: 60_000,
  clock: { now: () => dateNow.call(Date) },
});
Date.now = () => dateNow.call(Date) + Number(clockOffMs);

const queue = createMemoryJobQueue();
const engine = createEngine({
  operations: standardOperations,
  jobs: store.jobs,
  leader: store.leader,
  nodes: store.nodes,
  queue,
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  stagingFolder: join(folder, 'staging'),
  executor: createWitness(join(folder, 'running')),
  limits: { maxRunningPerOwner: Number(maxRunningPerOwner) },
  concurrency: 8,
  // Often enough that jobs of the other process are looked at while they run.
  sweepIntervalMs: 20,
});
process.on('message', (items: readonly QueueItem[]) => void queue.enqueue(items));
process.on('disconnect', () => void engine.stop(0).then(store.close));
await engine.start();
report('ready');

/** Instead of working, says what was begun, and how many others run at this moment, in whichever process. */
function createWitness(running: string): Executor {
  return {
    concurrency: 8,
    isolated: true,
    starts: null,
    problemOf: () => null,
    checkWorkers() {},
    async open() {},
    async close() {},
    async run({ call, onStarted }) {
      onStarted();
      const { inputs, outputDir } = call.task;
      const fileName = inputs[0]?.fileName ?? '';
      const mark = join(running, randomUUID());
      await writeFile(mark, '');
      report({ fileName, runningBeside: (await readdir(running)).length - 1 });
      await delay(20);
      await rm(mark);
      const path = join(outputDir, 'empty');
      await writeFile(path, '');
      return { kind: 'outputs', outputs: [{ path, fileName: 'empty.txt', mediaType: 'text/plain' }] };
    },
  };
}

function report(what: EngineReport): void {
  process.send?.(what);
}
