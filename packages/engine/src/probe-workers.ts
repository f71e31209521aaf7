import { essentialLine } from './essential-line.ts';
import type { WorkerFinding } from './worker-health.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';

/**
 * Starts a process, has it load one worker file after the other, and ends it. Yields what prevents which: one finding for all
 * that are left when no process can be started. A process that something else kills says nothing about its file, which another
 * one loads at once. Never throws.
 */
export async function* probeWorkers(
  pool: Pick<WorkerPool, 'start'>,
  workers: readonly URL[],
): AsyncGenerator<WorkerFinding> {
  let child: WorkerProcess | null = null;
  let isRepeated = false;
  try {
    for (let index = 0; index < workers.length; ) {
      const left = workers.slice(index).map(({ href }) => href);
      const [href = ''] = left;
      const started: WorkerProcess | Error = child ?? (await pool.start().catch(startProblem));
      if (started instanceof Error) {
        yield { workers: left, problem: started };
        return;
      }
      const { problem, wasKilled } = await load(started, href);
      child = started;
      if (problem !== null) {
        // It may have died, and it remembers a file that it could not load.
        child.kill();
        child = null;
      }
      isRepeated = wasKilled && !isRepeated;
      if (isRepeated) continue;
      yield { workers: [href], problem };
      index += 1;
    }
  } finally {
    child?.kill();
  }
}

function startProblem(error: unknown): Error {
  return error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
}

interface Loaded {
  readonly problem: Error | null;
  /** The process died, and not because it hung. */
  readonly wasKilled: boolean;
}

async function load(child: WorkerProcess, worker: string): Promise<Loaded> {
  try {
    const problem = await child.load(worker);
    return { problem: problem === null ? null : toLoadError(problem), wasKilled: false };
  } catch (error) {
    return { problem: error as Error, wasKilled: !child.hung };
  }
}

/** Its message is one line; the stack of the worker is its cause. */
export function toLoadError(stack: string | null): Error {
  return new Error(essentialLine(stack ?? '') ?? 'a worker file cannot be loaded', { cause: stack });
}
