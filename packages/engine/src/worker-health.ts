import type { ConversionError, Logger } from '@platen/core';
import { hostShortage, workersUnavailable } from '@platen/core/internal';

/** Whether workers can be started, as far as is known. */
export interface WorkerHealth {
  /** Why calls to this worker file cannot be run now; null when nothing is known to prevent it. */
  problemOf(worker: URL): ConversionError | null;
  /** Looks whether workers can be started, and goes on looking, with backoff, until all can. Does nothing while it looks. */
  check(): void;
  /** Ends the search. */
  close(): void;
}

/** Starts a worker, has it load each worker file, and resolves to what prevents which. Never rejects. */
export type WorkerProbe = () => Promise<WorkerProblems>;

/** What prevents calls, by the URL of the worker file. */
export type WorkerProblems = ReadonlyMap<string, Error>;

const firstDelayMs = 1_000;
/** Recovery is noticed within this time. */
const longestDelayMs = 30_000;

/** The health of workers over a probe. Logs when a problem is first found, and when it is gone. */
export function createWorkerHealth(probe: WorkerProbe, logger: Logger): WorkerHealth {
  let problems: WorkerProblems = new Map();
  let failures = 0;
  /** Counts the searches; a result of an earlier one is void. */
  let search = 0;
  let isSearching = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(mine: number): Promise<void> {
    const found = await probe();
    if (mine !== search) return;
    tell(logger, problems, found);
    problems = found;
    failures += 1;
    isSearching = found.size > 0;
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
      problems = new Map();
    },
  };
}

function tell(logger: Logger, before: WorkerProblems, found: WorkerProblems): void {
  const [problem] = found.values();
  if (before.size === 0 && problem !== undefined) {
    const fields = { err: problem, workers: [...found.keys()] };
    logger.error(fields, `workers cannot be started: ${problem.message}; trying again until they can`);
  }
  if (before.size > 0 && problem === undefined) logger.warn({}, 'workers can be started again');
}
