import { Worker, type WorkerOptions } from 'node:worker_threads';
import { errorCode, hostShortage, processingFailed, type WorkerReply } from '@platen/core';
import type { ExecutorRequest } from './executor.ts';
import type { ThreadMessage, ThreadTask } from './thread-host.ts';

/** One worker thread that runs one call at a time. It keeps the host alive only while it does. */
export interface WorkerThread {
  /** Resolves when it takes no more calls, to the error it died of, if any. */
  readonly gone: Promise<unknown>;
  /** As `Executor.run`. After a rejection the thread is gone, or soon will be. */
  run(request: ExecutorRequest): Promise<WorkerReply>;
  kill(): Promise<void>;
}

/** Starts a thread of `host`, the file of `thread-host.ts`. Throws when the system has no room for it. */
export function startWorkerThread(host: URL, resourceLimits: WorkerOptions['resourceLimits']): WorkerThread {
  const worker = new Worker(host, { resourceLimits });
  worker.unref();
  const { promise: gone, resolve: onGone } = Promise.withResolvers<unknown>();
  worker.on('error', onGone);
  worker.on('exit', () => onGone(undefined));
  const kill = async () => {
    await worker.terminate();
  };
  return {
    gone,
    kill,
    async run({ worker: file, call, signal, onStarted, onMessage }) {
      const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
      const receive = (message: ThreadMessage) => {
        if (message.kind === 'started') onStarted();
        else if (message.kind === 'reply') resolve(message.reply);
        else onMessage(message);
      };
      const abort = () => reject(signal.reason);
      void gone.then((error) => reject(hostShortage(error) ?? crashed(error)));
      worker.on('message', receive);
      worker.ref();
      try {
        signal.throwIfAborted();
        signal.addEventListener('abort', abort);
        worker.postMessage({ worker: file.href, call } satisfies ThreadTask);
        return await promise;
      } catch (error) {
        void kill();
        throw error;
      } finally {
        signal.removeEventListener('abort', abort);
        worker.off('message', receive);
        worker.unref();
      }
    },
  };
}

function crashed(cause: unknown) {
  return errorCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? processingFailed('out_of_memory', 'The file needs more memory than a conversion may use', { cause })
    : processingFailed('worker_crashed', 'The conversion ended unexpectedly', { cause });
}
