import { isWorkersUnavailable, workersUnavailable } from '@platen/core/internal';
import { callWorker } from './call-worker.ts';
import type { Executor, ExecutorRequest } from './executor.ts';
import { toLoadError } from './probe-workers.ts';

/**
 * Runs calls in this thread, one at a time, for programs that convert a few small files that they trust and then end:
 * starting a worker would take longer than the work. A call that is cancelled continues until it next waits for something,
 * and its memory is not limited, so no server should use this executor.
 */
export function createInlineExecutor(): Executor {
  return {
    concurrency: 1,
    isolated: false,
    starts: null,
    problemOf: () => null,
    checkWorkers() {},
    async open() {},
    async run(request) {
      const reply = await withSignal(request);
      if (reply.kind !== 'error' || !isWorkersUnavailable(reply.error)) return reply;
      throw workersUnavailable(toLoadError(reply.cause));
    },
    async close() {},
  };
}

async function withSignal({ worker, call, signal, onStarted, onMessage }: ExecutorRequest) {
  signal.throwIfAborted();
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  try {
    onStarted();
    return await Promise.race([callWorker(worker.href, call, onMessage), givenUp]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
