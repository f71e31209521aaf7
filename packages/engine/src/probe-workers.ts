import { essentialLine } from './essential-line.ts';
import type { WorkerProblems } from './worker-health.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';

/**
 * Starts a process, has it load one worker file after the other, and ends it. Resolves to what prevents which: all of them
 * when no process can be started. Never rejects.
 */
export async function probeWorkers(pool: Pick<WorkerPool, 'start'>, workers: readonly URL[]): Promise<WorkerProblems> {
  const problems = new Map<string, Error>();
  let child: WorkerProcess | null = null;
  try {
    for (const { href } of workers) {
      child ??= await pool.start();
      const problem = await loadProblem(child, href);
      if (problem === null) continue;
      problems.set(href, problem);
      // It may have died, and it remembers a file that it could not load.
      child.kill();
      child = null;
    }
    return problems;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    return new Map(workers.map(({ href }) => [href, cause]));
  } finally {
    child?.kill();
  }
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
