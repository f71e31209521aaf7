import { isWorkersUnavailable, workersUnavailable } from '@platen/core/internal';
import { callWorker } from './call-worker.ts';
import type { Executor, ExecutorRequest } from './executor.ts';
import { toLoadError } from './probe-workers.ts';

/**
 * Runs calls in this thread, one at a time: for programs that convert a few small files of their own and end, which a worker
 * would take longer to start for than to work. A call that is given up goes on until it next waits for something, and
 * nothing bounds its memory: no server should use it.
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
