import type { ConversionError, Logger } from '@platen/core';
import { hostShortage, workersUnavailable } from '@platen/core/internal';

/** Whether workers can be started, as far as is known. */
export interface WorkerHealth {
  /** Why calls to this worker file cannot run now; null if no reason is known. */
  problemOf(worker: URL): ConversionError | null;
  /** Looks whether workers can be started, and goes on looking, with backoff, until all can. Does nothing while it looks. */
  check(): void;
  /** Ends the search. */
  close(): void;
}

/** Starts a worker, has it load each worker file, and yields what it finds as it finds it. Never throws. */
export type WorkerProbe = () => AsyncIterable<WorkerFinding>;

/** What prevents calls to worker files, given by their URLs; null when nothing does. */
export interface WorkerFinding {
  readonly workers: readonly string[];
  readonly problem: Error | null;
}

const firstDelayMs = 1_000;
/** Recovery is noticed within this time. */
const longestDelayMs = 30_000;

/** The health of workers over a probe. Logs when a problem is first found, and when all are gone. */
export function createWorkerHealth(probe: WorkerProbe, logger: Logger): WorkerHealth {
  const problems = new Map<string, Error>();
  let failures = 0;
  /** Counts the searches; a result of an earlier one is void. */
  let search = 0;
  let isSearching = false;
  let timer: NodeJS.Timeout | undefined;

  function take({ workers, problem }: WorkerFinding): void {
    if (problem === null) {
      for (const worker of workers) problems.delete(worker);
      return;
    }
    if (workers.some((worker) => !problems.has(worker))) {
      logger.error(
        { err: problem, workers },
        `workers cannot be started: ${problem.message}; trying again until they can`,
      );
    }
    for (const worker of workers) problems.set(worker, problem);
  }

  async function look(mine: number): Promise<void> {
    const hadProblems = problems.size > 0;
    // Taken one by one: the others need not wait for a file that hangs.
    for await (const finding of probe()) {
      if (mine !== search) return;
      take(finding);
    }
    if (mine !== search) return;
    failures += 1;
    isSearching = problems.size > 0;
    if (hadProblems && !isSearching) logger.warn({}, 'workers can be started again');
    if (!isSearching) return;
    timer = setTimeout(() => void look(mine), Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs)).unref();
  }

  return {
    problemOf({ href }) {
      const problem = problems.get(href);
      return problem === undefined ? null : (hostShortage(problem) ?? workersUnavailable(problem));
    },
    check() {
      if (isSearching) return;
      isSearching = true;
      failures = 0;
      void look(search);
    },
    close() {
      search += 1;
      clearTimeout(timer);
      isSearching = false;
      problems.clear();
    },
  };
}
