import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionError, type ErrorData, type Logger, type WorkerReply } from '@platen/core';
import {
  checkOptionNames,
  isWorkersUnavailable,
  type OptionNames,
  shuttingDown,
  stderrLogger,
  workersUnavailable,
} from '@platen/core/internal';
import { describeConfinement } from './describe-confinement.ts';
import type { Executor, ExecutorRequest } from './executor.ts';
import { probeWorkers, toLoadError } from './probe-workers.ts';
import { processCommand } from './process-command.ts';
import { requirePermissionModel } from './require-permission-model.ts';
import { createTurns } from './turns.ts';
import { createWarmWorkers } from './warm-workers.ts';
import { createWorkerHealth, type WorkerHealth } from './worker-health.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';

/** The number of workers, and what each may use. */
export interface ProcessExecutorOptions {
  /** Number of worker processes. Default: the number of processors. */
  readonly processes?: number;
  /** JavaScript heap of one process in bytes. Default 1 GB. */
  readonly heapBytes?: number;
  /**
   * Memory of one process in bytes, unless the operation sets a lower limit. Above it, the process is killed (resident
   * size), or Linux grants no more (private data). Default 2 GB.
   */
  readonly memoryBytes?: number;
  /** Number of calls after which a process is replaced. Default 200. */
  readonly recycleAfterCalls?: number;
  /**
   * Resident size in bytes above which an idle process is replaced, because WebAssembly memory never shrinks. Default 700
   * MB.
   */
  readonly recycleAboveBytes?: number;
  /** Nice value of workers, from 0 (the priority of the host) to 19 (the lowest priority). Default 0. */
  readonly niceness?: number;
  /**
   * Folders that workers may read in addition to packages, fonts and the folder of their task, such as folders of language
   * data.
   */
  readonly readable?: readonly string[];
  /** True if workers may use the network, for your own operations that call another service. Default false. */
  readonly network?: boolean;
  readonly logger?: Logger;
}

const optionNames: OptionNames<ProcessExecutorOptions> = {
  processes: true,
  heapBytes: true,
  memoryBytes: true,
  recycleAfterCalls: true,
  recycleAboveBytes: true,
  niceness: true,
  readable: true,
  network: true,
  logger: true,
};

const megabyte = 1024 * 1024;
/**
 * Runs calls in confined child processes: for untrusted files. If a process crashes, hangs or needs too much memory, one
 * call fails, and the host continues.
 */
export function createProcessExecutor(options: ProcessExecutorOptions = {}): Executor {
  checkOptionNames('createProcessExecutor', options, optionNames);
  requirePermissionModel();
  const { processes = availableParallelism(), memoryBytes = 2048 * megabyte, logger = stderrLogger } = options;
  const { recycleAfterCalls = 200, recycleAboveBytes = 700 * megabyte, niceness = 0 } = options;
  const onReplaced = () => warm.refill();
  const pool = createWorkerPool({ recycleAfterCalls, recycleAboveBytes, niceness, logger, onReplaced });
  const warm = createWarmWorkers(pool, processes, logger);
  const turns = createTurns(processes);
  let workers: readonly URL[] = [];
  /** Aborted when it is closed, and then replaced: what began before is refused. */
  let lifetime = new AbortController();
  const health = createWorkerHealth(() => probeWorkers(pool, workers), logger);

  const runOnce = createCallRunner(pool, health, logger);

  return {
    concurrency: processes,
    isolated: true,
    get starts() {
      return pool.starts;
    },
    problemOf: health.problemOf,
    checkWorkers: health.check,
    warm: warm.keep,
    async open(path, given = []) {
      const { signal: closed } = lifetime;
      const { readable = [], heapBytes = 1024 * megabyte, network = false } = options;
      // Built once: finding what a child may read takes longer than starting one, and blocks the host.
      const command = await processCommand({ readable, workers: given, heapBytes, memoryBytes, network });
      const { missing } = describeConfinement(command.confinement);
      if (missing.length > 0) logger.warn({ missing }, 'this system lacks some protections of worker processes');
      workers = [...new Map(given.map((worker) => [worker.href, worker])).values()];
      const folder = join(await realpath(path), 'workers');
      closed.throwIfAborted();
      pool.open(command, folder);
    },
    async run(request: ExecutorRequest): Promise<WorkerReply> {
      request.signal.throwIfAborted();
      const problem = health.problemOf(request.worker);
      if (problem !== null) throw problem;
      const { signal: closed } = lifetime;
      await turns.enter(request.signal);
      try {
        return await runOnce({ ...request, memoryBytes: Math.min(memoryBytes, request.memoryBytes) });
      } catch (error) {
        request.signal.throwIfAborted();
        closed.throwIfAborted(); // Its process was ended: it did not crash.
        throw error;
      } finally {
        turns.leave();
        warm.refill();
      }
    },
    async close() {
      lifetime.abort(shuttingDown());
      lifetime = new AbortController();
      health.close();
      await pool.close();
    },
  };
}

/** Runs a call in an idle process, or else in a new one. */
function createCallRunner(pool: WorkerPool, health: WorkerHealth, logger: Logger) {
  const giveBack = async (child: WorkerProcess, reply: WorkerReply) => {
    if (reply.kind !== 'error' || !isWorkersUnavailable(reply.error)) return pool.giveBack(child);
    // It remembers a file that it could not load.
    child.kill();
    health.check();
    throw workersUnavailable(toLoadError(reply.cause));
  };

  /**
   * Null when it ran out of memory there: what earlier calls left in the process counts against this one, so only a
   * fresh process shows what the call itself needs.
   */
  const runInUsed = async (child: WorkerProcess, request: ExecutorRequest): Promise<WorkerReply | null> => {
    try {
      const reply = await child.run(request);
      if (reply.kind !== 'error' || !isOutOfMemory(reply.error)) {
        await giveBack(child, reply);
        return reply;
      }
    } catch (error) {
      if (!ConversionError.is(error) || !isOutOfMemory(error)) throw error;
    }
    child.kill();
    logger.warn({ worker: request.worker.href }, 'a used worker process ran out of memory; trying in a fresh one');
    return null;
  };

  return async (request: ExecutorRequest): Promise<WorkerReply> => {
    const used = pool.takeIdle(request.worker.href);
    const reply = used === undefined ? null : await runInUsed(used, request);
    if (reply !== null) return reply;
    const fresh = await pool.start().catch((error: unknown) => {
      if (ConversionError.is(error) && isWorkersUnavailable(error)) health.check();
      throw error;
    });
    const freshReply = await fresh.run(request);
    await giveBack(fresh, freshReply);
    return freshReply;
  };
}

function isOutOfMemory({ details }: ErrorData): boolean {
  return details.reason === 'out_of_memory';
}
