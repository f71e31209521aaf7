import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { checkOptionNames, type Logger, type OptionNames, shuttingDown, stderrLogger } from '@platen/core';
import type { Executor, ExecutorRequest } from './executor.ts';
import { createTurns } from './turns.ts';
import { startWorkerThread, type WorkerThread } from './worker-thread.ts';

/** How many threads there are, and what each may use. */
export interface ThreadExecutorOptions {
  /** Worker threads; as many as the machine has processors when not given. */
  readonly threads?: number;
  /** JavaScript heap of one thread. Buffers and WebAssembly memory are not bounded by it. */
  readonly heapBytes?: number;
  /** How long an idle thread is kept warm. */
  readonly idleMs?: number;
  readonly logger?: Logger;
}

const optionNames: OptionNames<ThreadExecutorOptions> = { threads: true, heapBytes: true, idleMs: true, logger: true };

const megabyte = 1024 * 1024;
/**
 * A third of V8's default: 40 MB less in a worker that reads PDFs, at the same processor time. With 6, compressing a
 * page at 300 dpi takes 10 MB less, but reading tables spends twice as long on garbage collection, 8 per cent of the
 * total.
 */
const maxYoungGenerationSizeMb = 16;

/** Runs calls in worker threads of this process: the fastest way, for files from a trusted origin. */
export function createThreadExecutor(options: ThreadExecutorOptions = {}): Executor {
  checkOptionNames('createThreadExecutor', options, optionNames);
  const { threads = availableParallelism(), heapBytes = 2048 * megabyte } = options;
  const { idleMs = 60_000, logger = stderrLogger } = options;
  // The form of URL that works in ESM, in CommonJS and in a bundled host.
  const host = pathToFileURL(createRequire(import.meta.url).resolve('@platen/engine/thread-host'));
  const limits = { maxOldGenerationSizeMb: Math.ceil(heapBytes / megabyte), maxYoungGenerationSizeMb };
  const turns = createTurns(threads);
  const all = new Set<WorkerThread>();
  const idle = new Map<WorkerThread, NodeJS.Timeout>();
  let isClosed = false;

  const start = () => {
    if (isClosed) throw shuttingDown();
    const thread = startWorkerThread(host, limits);
    all.add(thread);
    void thread.gone.then((error) => {
      all.delete(thread);
      if (takeIdle(thread) && error !== undefined) logger.warn({ err: error }, 'an idle worker thread died');
    });
    return thread;
  };
  const takeIdle = (thread: WorkerThread) => {
    clearTimeout(idle.get(thread));
    return idle.delete(thread);
  };
  const runOnThread = async (request: ExecutorRequest) => {
    // The one that was busy last: the others may end.
    const warm = [...idle.keys()].at(-1);
    if (warm !== undefined) takeIdle(warm);
    const thread = warm ?? start();
    const reply = await thread.run(request);
    if (all.has(thread)) idle.set(thread, setTimeout(() => void thread.kill(), idleMs).unref());
    return reply;
  };

  return {
    concurrency: threads,
    isolated: false,
    starts: null,
    async open() {
      isClosed = false;
    },
    async run(request) {
      request.signal.throwIfAborted();
      await turns.enter(request.signal);
      try {
        return await runOnThread(request);
      } finally {
        turns.leave();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...all].map((thread) => thread.kill()));
    },
  };
}
