import { parentPort } from 'node:worker_threads';
import type { WorkerCall, WorkerMessage, WorkerReply } from '@platen/core';
import { callWorker } from './call-worker.ts';

/** What a worker thread receives. */
export interface ThreadTask {
  readonly worker: string;
  readonly call: WorkerCall;
}

/** What a worker thread sends its host. */
export type ThreadMessage =
  | WorkerMessage
  | { readonly kind: 'started' }
  | { readonly kind: 'reply'; readonly reply: WorkerReply };

// Runs in every thread of an executor, which sends it one call at a time.
const send = (message: ThreadMessage) => parentPort?.postMessage(message);
parentPort?.on('message', async ({ worker, call }: ThreadTask) => {
  send({ kind: 'started' });
  send({ kind: 'reply', reply: await callWorker(worker, call, send) });
});
