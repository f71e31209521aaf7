import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import {
  checkOptionNames,
  errorCode,
  hostShortage,
  type Logger,
  type OptionNames,
  processingFailed,
  stderrLogger,
  type WorkerMessage,
  type WorkerReply,
} from '@platen/core';
import type { Piscina } from 'piscina';
import type { Executor, ExecutorRequest } from './executor.ts';
import type { HostMessage, ThreadTask } from './thread-host.ts';

/** How many threads, and what each may use. */
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

type ThreadPool = Piscina<ThreadTask, WorkerReply>;

const megabyte = 1024 * 1024;
/**
 * A third of V8's own: 40 MB less in a worker that reads PDFs, at the same processor time. With 6, a page at 300 dpi takes 10 MB
 * less to compress, but tables twice as much time for collecting garbage, 8 per cent of all.
 */
const maxYoungGenerationSizeMb = 16;

/** Runs calls in worker threads of this process: the quickest way, for files whose origin is trusted. */
export function createThreadExecutor(options: ThreadExecutorOptions = {}): Executor {
  checkOptionNames('createThreadExecutor', options, optionNames);
  const { threads = availableParallelism(), heapBytes = 2048 * megabyte } = options;
  const { idleMs = 60_000, logger = stderrLogger } = options;
  // The URL that survives ESM, CommonJS and a bundled host alike.
  const host = pathToFileURL(createRequire(import.meta.url).resolve('@platen/engine/thread-host'));
  let pool: ThreadPool | null = null;

  // Loaded and made with the first call: a host that only serves, or has processes, needs neither.
  const open = (): ThreadPool => {
    const { Piscina } = createRequire(import.meta.url)('piscina') as typeof import('piscina');
    const created = new Piscina<ThreadTask, WorkerReply>({
      filename: host.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapBytes / megabyte), maxYoungGenerationSizeMb },
    });
    // Without a listener, what a thread throws between two calls would end the host.
    created.on('error', (error: unknown) => logger.warn({ err: error }, 'an idle worker thread died'));
    created.setMaxListeners(0); // Each call that waits for a thread is one.
    return created;
  };

  return {
    concurrency: threads,
    isolated: false,
    starts: null,
    async open() {},
    async run(request) {
      pool ??= open();
      return runOnPool(pool, request);
    },
    async close() {
      await pool?.destroy();
      pool = null;
    },
  };
}

async function runOnPool(pool: ThreadPool, request: ExecutorRequest): Promise<WorkerReply> {
  const { worker, call, signal, onStarted, onMessage } = request;
  signal.throwIfAborted();
  const { port1: mine, port2: theirs } = new MessageChannel();
  const receive = (message: HostMessage) => (message.kind === 'started' ? onStarted() : onMessage(message));
  mine.on('message', receive);
  mine.unref();
  // Piscina starts no other thread for the calls that wait for one that could not be started.
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
    const cause = stranded.signal.aborted ? stranded.signal.reason : error;
    throw hostShortage(cause) ?? crashed(cause);
  } finally {
    pool.off('error', strand);
    mine.close();
  }
}

/** What the worker sent before its reply lies in the port already, but its events would come only after this. */
function drain(port: MessageChannel['port1'], receive: (message: HostMessage) => void): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    receive(next.message as WorkerMessage);
  }
}

function crashed(cause: unknown) {
  return errorCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? processingFailed('out_of_memory', 'The file needs more memory than a conversion may use', { cause })
    : processingFailed('worker_crashed', 'The conversion ended unexpectedly', { cause });
}
