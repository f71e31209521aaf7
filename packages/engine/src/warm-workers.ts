import type { Logger } from '@platen/core';
import type { WorkerPool } from './worker-pool.ts';

/** Keeps worker processes ready for their first calls. */
export interface WarmWorkers {
  /** These worker files are loaded from now on in each process that there may be. */
  keep(workers: readonly URL[]): void;
  /** Starts what is missing: called whenever a process may have gone. Does nothing before `keep`. */
  refill(): void;
}

/**
 * Starts processes of the pool until there are as many as there may be, one after the other, for calls need the machine as well.
 * A process that does not start, or does not load a file, ends the attempt: why is found by whoever checks workers.
 */
export function createWarmWorkers(
  pool: Pick<WorkerPool, 'size' | 'start' | 'giveBack'>,
  processes: number,
  logger: Logger,
): WarmWorkers {
  let files: readonly string[] = [];
  let isFilling = false;

  const warmOne = async () => {
    const child = await pool.start();
    try {
      for (const file of files) {
        const problem = await child.load(file);
        if (problem !== null) throw new Error(problem);
      }
    } catch (error) {
      child.kill();
      throw error;
    }
    // Calls that came meanwhile have started their own.
    if (pool.size > processes) child.kill();
    else await pool.giveBack(child);
  };

  const fill = async () => {
    isFilling = true;
    try {
      while (pool.size < processes) await warmOne();
    } catch (error) {
      logger.debug({ err: error }, 'a worker process was not warmed up');
    } finally {
      isFilling = false;
    }
  };

  const refill = () => {
    if (files.length > 0 && !isFilling) void fill();
  };
  return {
    keep(workers) {
      files = workers.map(({ href }) => href);
      refill();
    },
    refill,
  };
}
