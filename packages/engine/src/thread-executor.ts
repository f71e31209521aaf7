import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { type Logger, processingFailed, type WorkerMessage, type WorkerReply } from '@platen/core';
import {
  checkOptionNames,
  errorCode,
  hostShortage,
  isWorkersUnavailable,
  type OptionNames,
  shuttingDown,
  stderrLogger,
  workersUnavailable,
} from '@platen/core/internal';
import type { Piscina } from 'piscina';
import type { Executor, ExecutorRequest } from './executor.ts';
import { toLoadError } from './probe-workers.ts';
import type { HostMessage, ThreadTask } from './thread-host.ts';
import { createWorkerHealth, type WorkerFinding } from './worker-health.ts';

/** The number of threads, and what each may use. */
export interface ThreadExecutorOptions {
  /** Number of worker threads. Default: the number of processors. */
  readonly threads?: number;
  /** JavaScript heap of one thread in bytes. It does not limit buffers and WebAssembly memory. */
  readonly heapBytes?: number;
  /** How long an idle thread is kept, in milliseconds. */
  readonly idleMs?: number;
  readonly logger?: Logger;
}

const optionNames: OptionNames<ThreadExecutorOptions> = { threads: true, heapBytes: true, idleMs: true, logger: true };

type ThreadPool = Piscina<ThreadTask, WorkerReply>;

/** How long a thread may take to load a worker file: a second or two on a quiet machine. */
const loadTimeoutMs = 60_000;

const megabyte = 1024 * 1024;
/**
 * A third of V8's default: 40 MB less in a worker that reads PDFs, at the same processor time. With 6, compressing a
 * page at 300 dpi takes 10 MB less, but reading tables spends twice as long on garbage collection, 8 per cent of the
 * total.
 */
const maxYoungGenerationSizeMb = 16;

/**
 * Runs calls in worker threads of this process. This is the fastest executor, for files that you trust: a hostile file can
 * crash the process.
 */
export function createThreadExecutor(options: ThreadExecutorOptions = {}): Executor {
  checkOptionNames('createThreadExecutor', options, optionNames);
  const { threads = availableParallelism(), heapBytes = 2048 * megabyte } = options;
  const { idleMs = 60_000, logger = stderrLogger } = options;
  // The form of URL that works in ESM, in CommonJS and in a bundled host.
  const host = pathToFileURL(createRequire(import.meta.url).resolve('@platen/engine/thread-host'));
  let pool: ThreadPool | null = null;
  /** Aborted when it is closed, and then replaced: what began before is refused. */
  let lifetime = new AbortController();
  /** Worker files that each thread is to have loaded. */
  let kept: readonly string[] = [];

  // Loaded and created with the first call: a host that only serves, or uses processes, needs neither.
  const open = (maxThreads = threads): ThreadPool => {
    const { Piscina } = createRequire(import.meta.url)('piscina') as typeof import('piscina');
    const created = new Piscina<ThreadTask, WorkerReply>({
      filename: host.href,
      minThreads: 0,
      maxThreads,
      recordTiming: false,
      idleTimeout: kept.length > 0 ? Number.POSITIVE_INFINITY : idleMs,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapBytes / megabyte), maxYoungGenerationSizeMb },
    });
    // Without a listener, what a thread throws between two calls would end the host.
    created.on('error', (error: unknown) => logger.warn({ err: error }, 'an idle worker thread crashed'));
    created.setMaxListeners(0); // Each waiting call adds a listener.
    return created;
  };

  /** Worker files that a thread once could not load. Others are not looked at: it would load their libraries into the host. */
  const suspects = new Set<string>();
  const health = createWorkerHealth(() => probeThread(open(1), suspects), logger);

  const runOnce = async (request: ExecutorRequest): Promise<WorkerReply> => {
    pool ??= open();
    const used = pool;
    const reply = await runOnPool(used, request, lifetime.signal);
    if (reply.kind === 'error' && isWorkersUnavailable(reply.error)) {
      // Its threads remember a file that they could not load: new ones take the calls to come.
      if (pool === used) pool = null;
      suspects.add(request.worker.href);
      void used.close().catch((error: unknown) => logger.warn({ err: error }, 'worker threads were not ended'));
      health.check();
      throw workersUnavailable(toLoadError(reply.cause));
    }
    return reply;
  };

  return {
    concurrency: threads,
    isolated: false,
    starts: null,
    problemOf: health.problemOf,
    // Only what a call has shown is looked at.
    checkWorkers() {},
    warm(workers) {
      kept = workers.map(({ href }) => href);
      if (kept.length === 0) return;
      pool ??= open();
      void warmThreads(pool, threads, kept);
    },
    async open() {},
    async run(request) {
      request.signal.throwIfAborted();
      const problem = health.problemOf(request.worker);
      if (problem !== null) throw problem;
      return runOnce(request);
    },
    async close() {
      lifetime.abort(shuttingDown());
      lifetime = new AbortController();
      health.close();
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}

async function runOnPool(pool: ThreadPool, request: ExecutorRequest, closed: AbortSignal): Promise<WorkerReply> {
  const { worker, call, signal, onStarted, onMessage } = request;
  signal.throwIfAborted();
  const { port1: mine, port2: theirs } = new MessageChannel();
  const receive = (message: HostMessage) => (message.kind === 'started' ? onStarted() : onMessage(message));
  mine.on('message', receive);
  mine.unref();
  // Piscina does not start another thread for calls that wait for one that failed to start.
  const stranded = new AbortController();
  const strand = (error: unknown) => (pool.threads.length === 0 ? stranded.abort(error) : undefined);
  pool.on('error', strand);
  try {
    const settings = { signal: AbortSignal.any([signal, stranded.signal]), transferList: [theirs] };
    const reply = await pool.run({ worker: worker.href, call, port: theirs }, settings);
    drain(mine, receive);
    return reply;
  } catch (error) {
    signal.throwIfAborted();
    closed.throwIfAborted();
    const cause = stranded.signal.aborted ? stranded.signal.reason : error;
    throw hostShortage(cause) ?? crashed(cause);
  } finally {
    pool.off('error', strand);
    mine.close();
  }
}

/** Has each thread load worker files: as many loads at once as there are threads, of which none runs two. Never rejects. */
async function warmThreads(pool: ThreadPool, threads: number, workers: readonly string[]): Promise<void> {
  for (const href of workers) {
    const loads = Array.from({ length: threads }, () => pool.run(href as never, { name: 'loadWorker' }));
    await Promise.allSettled(loads); // A file that cannot be loaded fails the calls that need it, and says why.
  }
}

/** Has a thread of its own load each worker file. Yields what prevents which; never throws. */
async function* probeThread(pool: ThreadPool, workers: Iterable<string>): AsyncGenerator<WorkerFinding> {
  try {
    for (const href of workers) {
      const signal = AbortSignal.timeout(loadTimeoutMs);
      const problem: string | null = await pool
        .run(href as never, { name: 'loadWorker', signal })
        .then((stack) => stack as unknown as string | null, String);
      yield { workers: [href], problem: problem === null ? null : toLoadError(problem) };
    }
  } finally {
    await pool.destroy().catch(() => {}); // A thread that does not end is no reason to end the host.
  }
}

/** Messages sent before the reply are already in the port, but their events would fire only after this. */
function drain(port: MessageChannel['port1'], receive: (message: HostMessage) => void): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    receive(next.message as WorkerMessage);
  }
}

function crashed(cause: unknown) {
  return errorCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? processingFailed(
        'out_of_memory',
        'The file needs more memory than a conversion may use: convert fewer pages at once',
        { cause },
      )
    : processingFailed('worker_crashed', 'The worker crashed during this conversion', { cause });
}
