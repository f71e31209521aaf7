import type { MessagePort } from 'node:worker_threads';
import type { WorkerCall, WorkerMessage, WorkerReply } from '@platen/core';
import { callWorker } from './call-worker.ts';

/** What a worker thread receives. */
export interface ThreadTask {
  readonly worker: string;
  readonly call: WorkerCall;
  readonly port: MessagePort;
}

/** What a worker thread sends its host while it works. */
export type HostMessage = WorkerMessage | { readonly kind: 'started' };

export { loadWorker } from './call-worker.ts';

/** Runs in every thread of the pool. */
export default async function runThreadTask({ worker, call, port }: ThreadTask): Promise<WorkerReply> {
  const send = (message: HostMessage) => port.postMessage(message);
  send({ kind: 'started' });
  try {
    return await callWorker(worker, call, send);
  } finally {
    port.close();
  }
}
