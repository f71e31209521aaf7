import type { MessagePort } from 'node:worker_threads';
import type { WorkerCall, WorkerMessage, WorkerReply } from '@platen/core';
import { callWorker } from './call-worker.ts';

/** The message that starts a call in a worker thread. */
export interface ThreadTask {
  readonly worker: string;
  readonly call: WorkerCall;
  readonly port: MessagePort;
}

/** A message from a worker thread to its host during a call. */
export type HostMessage = WorkerMessage | { readonly kind: 'started' };

export { loadWorker } from './call-worker.ts';

/** Runs a call; every thread of the pool exports this function. */
export default async function runThreadTask({ worker, call, port }: ThreadTask): Promise<WorkerReply> {
  const send = (message: HostMessage) => port.postMessage(message);
  send({ kind: 'started' });
  try {
    return await callWorker(worker, call, send);
  } finally {
    port.close();
  }
}
