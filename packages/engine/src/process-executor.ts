import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ConversionError,
  type ErrorData,
  hostShortage,
  type Logger,
  processingFailed,
  stderrLogger,
  type WorkerReply,
  type WorkerStarts,
} from '@platen/core';
import { describeConfinement } from './describe-confinement.ts';
import type { Executor, ExecutorRequest } from './executor.ts';
import { type ProcessCommand, processCommand } from './process-command.ts';
import { createProcessFolder } from './process-folder.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** How many workers, and what each may use. */
export interface ProcessExecutorOptions {
  /** Worker processes; as many as the machine has processors when not given. */
  readonly processes?: number;
  /** JavaScript heap of one process; 1 GB. */
  readonly heapBytes?: number;
  /** Memory above which a process is killed (resident size), and which Linux denies it (private data), unless the operation grants less; 2 GB. */
  readonly memoryBytes?: number;
  /** Calls after which a process is replaced; 200. */
  readonly recycleAfterCalls?: number;
  /** Resident size above which an idle process is replaced: WebAssembly memory never shrinks; 700 MB. */
  readonly recycleAboveBytes?: number;
  /** Nice value of workers: 0, the priority of the host, to 19, the lowest. Default 0. */
  readonly niceness?: number;
  /** Folders that workers may read besides packages, fonts and their task folder: language data, for example. */
  readonly readable?: readonly string[];
  /** Whether workers may use the network: for operations of your own that ask another service; false. */
  readonly network?: boolean;
  readonly logger?: Logger;
}

const megabyte = 1024 * 1024;
/** A child that dies before it is ready is tried again after 100 ms, 200 ms, … this often. */
const birthAttempts = 4;
const birthDelayMs = 100;
/** A child that is not ready after this long hangs; a start takes half a second on a quiet machine. */
const birthTimeoutMs = 60_000;

/**
 * Runs calls in child processes that can be bounded, killed and replaced: for files that anybody may have sent. A
 * crashed, stopped or oversized process costs one call and never the host.
 */
// Long: the calls of one pool share its processes and its queue.
export function createProcessExecutor(options: ProcessExecutorOptions = {}): Executor {
  const { processes = availableParallelism(), memoryBytes = 2048 * megabyte, logger = stderrLogger } = options;
  const { recycleAfterCalls = 200, recycleAboveBytes = 700 * megabyte, niceness = 0 } = options;
  const all = new Set<WorkerProcess>();
  const idle: WorkerProcess[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let starts: WorkerStarts = { count: 0, durationMs: 0, cpuMs: 0 };
  let closed = false;
  /** Put together once: finding what a child may read takes longer than starting one, and blocks the host meanwhile. */
  let command: ProcessCommand | null = null;
  /** The folder of all processes. */
  let folder: string | null = null;

  const start = async () => {
    if (command === null || folder === null) throw new TypeError('open the executor before running calls');
    if (closed)
      throw new ConversionError('SERVICE_UNAVAILABLE', 'The service is shutting down', {
        details: { reason: 'draining' },
      });
    const child = startWorkerProcess(command, await createProcessFolder(join(folder, randomUUID())), niceness);
    all.add(child);
    void child.exited.then(() => {
      all.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
    });
    return child;
  };

  /** An idle process that has this worker loaded already, else any idle one. */
  const takeIdle = (worker: string): WorkerProcess | undefined => {
    const warm = idle.findIndex(({ lastWorker }) => lastWorker === worker);
    return idle.splice(Math.max(warm, 0), 1)[0];
  };

  const startFresh = async (): Promise<WorkerProcess> => {
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now();
      const child = await start();
      const patience = setTimeout(child.kill, birthTimeoutMs);
      try {
        const { cpuMs } = await child.ready;
        clearTimeout(patience);
        starts = {
          count: starts.count + 1,
          durationMs: starts.durationMs + performance.now() - began,
          cpuMs: starts.cpuMs + cpuMs,
        };
        return child;
      } catch (error) {
        clearTimeout(patience);
        logger.error({ err: error, attempt }, 'a worker process died at birth');
        if (attempt === birthAttempts)
          throw (
            hostShortage(error) ??
            processingFailed('worker_crashed', 'The conversion could not be started', { cause: error })
          );
        await delay(birthDelayMs * 2 ** (attempt - 1));
      }
    }
  };

  const giveBack = async (child: WorkerProcess) => {
    const bytes = (await child.residentBytes()) ?? 0;
    if (!all.has(child)) return; // It died in the meantime.
    if (closed || child.calls >= recycleAfterCalls || bytes > recycleAboveBytes) child.kill();
    else idle.push(child);
  };

  /**
   * Null when it ran out of memory there: what earlier calls left in a process counts against the next, and only a fresh
   * one tells what a call takes by itself.
   */
  const runInUsed = async (child: WorkerProcess, request: ExecutorRequest): Promise<WorkerReply | null> => {
    try {
      const reply = await child.run(request);
      if (reply.kind !== 'error' || !isOutOfMemory(reply.error)) {
        await giveBack(child);
        return reply;
      }
    } catch (error) {
      if (!ConversionError.is(error) || !isOutOfMemory(error)) throw error;
    }
    child.kill();
    logger.warn({ worker: request.worker.href }, 'a used worker process ran out of memory; trying in a fresh one');
    return null;
  };

  const runOnce = async (request: ExecutorRequest): Promise<WorkerReply> => {
    const used = takeIdle(request.worker.href);
    const reply = used === undefined ? null : await runInUsed(used, request);
    if (reply !== null) return reply;
    const fresh = await startFresh();
    const freshReply = await fresh.run(request);
    await giveBack(fresh);
    return freshReply;
  };

  const enter = async (signal: AbortSignal) => {
    if (busy < processes) {
      busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', abort, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', abort));
  };

  /** The place goes straight to the next in line, or is free. */
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) busy -= 1;
    else next();
  };

  return {
    concurrency: processes,
    isolated: true,
    get starts() {
      return starts;
    },
    async open(path) {
      folder = join(await realpath(path), 'workers');
      const { readable = [], heapBytes = 1024 * megabyte, network = false } = options;
      command = await processCommand({ readable, heapBytes, memoryBytes, network });
      const { missing } = describeConfinement(command.confinement);
      if (missing.length > 0)
        logger.warn({ missing }, 'worker processes are confined less than on a system with all of it');
      closed = false;
    },
    async run(request: ExecutorRequest): Promise<WorkerReply> {
      request.signal.throwIfAborted();
      await enter(request.signal);
      try {
        return await runOnce({ ...request, memoryBytes: Math.min(memoryBytes, request.memoryBytes) });
      } finally {
        leave();
      }
    },
    async close() {
      closed = true;
      const living = [...all];
      for (const child of living) child.kill();
      await Promise.all(living.map(({ exited }) => exited));
    },
  };
}

function isOutOfMemory({ details }: ErrorData): boolean {
  return details.reason === 'out_of_memory';
}
