import type { Executor } from '@platen/engine';

/** An executor whose calls are `run` in this process: no worker starts, and none is checked. */
export function standInExecutor(concurrency: number, run: Executor['run']): Executor {
  return {
    concurrency,
    isolated: true,
    starts: null,
    problemOf: () => null,
    checkWorkers() {},
    async open() {},
    async close() {},
    run,
  };
}
