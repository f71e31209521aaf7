import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, WorkerStarts } from '@platen/core';
import { hostShortage, shuttingDown, workersUnavailable } from '@platen/core/internal';
import type { ProcessCommand } from './process-command.ts';
import { createProcessFolder } from './process-folder.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** The worker processes of an executor, busy and idle. */
export interface WorkerPool {
  readonly starts: WorkerStarts;
  /** How many processes there are, those that are starting included. */
  readonly size: number;
  /** Sets how processes are started from now on, each in its own subfolder. */
  open(command: ProcessCommand, folder: string): void;
  /** An idle process that already has this worker loaded, else any idle one. */
  takeIdle(worker: string): WorkerProcess | undefined;
  /** A new process that takes calls. Rejects with `SERVICE_UNAVAILABLE` when several in a row crash on start-up, or one hangs. */
  start(): Promise<WorkerProcess>;
  /** Returns a process whose call has ended: it becomes idle or is replaced. */
  giveBack(child: WorkerProcess): Promise<void>;
  /** Kills all processes and resolves when they are gone. */
  close(): Promise<void>;
}

/** When a process is replaced, and the priority it runs with. */
export interface WorkerPoolOptions {
  readonly recycleAfterCalls: number;
  readonly recycleAboveBytes: number;
  readonly niceness: number;
  readonly logger: Logger;
  /** A process that had run calls has ended, and the pool is open. */
  readonly onReplaced: () => void;
}

/** How often a child that crashes on start-up is retried, after 100 ms, 200 ms and so on. */
const startAttempts = 4;
const startDelayMs = 100;

/** A pool without processes, to be opened. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { recycleAfterCalls, recycleAboveBytes, niceness, logger, onReplaced } = options;
  const all = new Set<WorkerProcess>();
  const idle: WorkerProcess[] = [];
  let starts: WorkerStarts = { count: 0, durationMs: 0, cpuMs: 0 };
  let place: { readonly command: ProcessCommand; readonly folder: string } | null = null;
  let closed = false;

  const startChild = async () => {
    if (place === null) throw new TypeError('open the executor before running calls');
    if (closed) throw shuttingDown();
    const folder = await createProcessFolder(join(place.folder, randomUUID()));
    if (closed) {
      await folder.remove(); // Nobody would kill a process started now.
      throw shuttingDown();
    }
    const child = startWorkerProcess(place.command, folder, niceness);
    all.add(child);
    void child.exited.then(() => {
      all.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
      if (child.calls > 0 && !closed) onReplaced();
    });
    return child;
  };

  return {
    get starts() {
      return starts;
    },
    get size() {
      return all.size;
    },
    open(command, folder) {
      place = { command, folder };
      closed = false;
    },
    takeIdle(worker) {
      const warm = idle.findIndex(({ lastWorker }) => lastWorker === worker);
      return idle.splice(Math.max(warm, 0), 1)[0];
    },
    async start() {
      const { child, cpuMs, durationMs } = await startWithRetries(startChild, () => closed, logger);
      starts = { count: starts.count + 1, durationMs: starts.durationMs + durationMs, cpuMs: starts.cpuMs + cpuMs };
      return child;
    },
    async giveBack(child) {
      const bytes = (await child.residentBytes()) ?? 0;
      if (!all.has(child)) return; // It died in the meantime.
      if (closed || child.calls >= recycleAfterCalls || bytes > recycleAboveBytes) child.kill();
      else idle.push(child);
    },
    async close() {
      closed = true;
      const living = [...all];
      for (const child of living) child.kill();
      await Promise.all(living.map(({ exited }) => exited));
    },
  };
}

async function startWithRetries(start: () => Promise<WorkerProcess>, isClosed: () => boolean, logger: Logger) {
  let failure: unknown = null;
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const child = await start();
    try {
      const { cpuMs } = await child.ready;
      if (failure !== null)
        logger.warn({ err: failure, attempt }, 'a worker process crashed on start-up; another one runs');
      return { child, cpuMs, durationMs: performance.now() - began };
    } catch (error) {
      if (isClosed()) throw shuttingDown(); // It was killed.
      logger.debug({ err: error, attempt }, 'a worker process crashed on start-up');
      failure = error;
      if (attempt === startAttempts || child.hung) throw hostShortage(error) ?? workersUnavailable(error);
      await delay(startDelayMs * 2 ** (attempt - 1));
    }
  }
}
