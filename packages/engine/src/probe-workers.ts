import { essentialLine } from './essential-line.ts';
import type { WorkerFinding } from './worker-health.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';

/**
 * Starts a process, has it load one worker file after the other, and ends it. Yields what prevents which: one finding for all
 * that are left when no process can be started. Never throws.
 */
export async function* probeWorkers(
  pool: Pick<WorkerPool, 'start'>,
  workers: readonly URL[],
): AsyncGenerator<WorkerFinding> {
  let child: WorkerProcess | null = null;
  try {
    for (const [index, { href }] of workers.entries()) {
      const started: WorkerProcess | Error = child ?? (await pool.start().catch(startProblem));
      if (started instanceof Error) {
        yield { workers: workers.slice(index).map((worker) => worker.href), problem: started };
        return;
      }
      const problem = await loadProblem(started, href);
      child = started;
      if (problem !== null) {
        // It may have died, and it remembers a file that it could not load.
        child.kill();
        child = null;
      }
      yield { workers: [href], problem };
    }
  } finally {
    child?.kill();
  }
}

function startProblem(error: unknown): Error {
  return error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
}

async function loadProblem(child: WorkerProcess, worker: string): Promise<Error | null> {
  try {
    const problem = await child.load(worker);
    return problem === null ? null : toLoadError(problem);
  } catch (error) {
    return error as Error;
  }
}

/** Its message is one line; the stack of the worker is its cause. */
export function toLoadError(stack: string | null): Error {
  return new Error(essentialLine(stack ?? '') ?? 'a worker file cannot be loaded', { cause: stack });
}
