import type { MessagePort } from 'node:worker_threads';
import type { WorkerCall, WorkerEntry, WorkerMessage, WorkerReply } from '@platen/core';

/** What a worker thread is handed. */
export interface ThreadTask {
  readonly worker: string;
  readonly call: WorkerCall;
  readonly port: MessagePort;
}

export type HostMessage = WorkerMessage | { readonly kind: 'started' };

/** Runs in every thread of the pool: loads the worker file of the operation (once) and calls it. */
export default async function callWorker({ worker, call, port }: ThreadTask): Promise<WorkerReply> {
  const send = (message: HostMessage) => port.postMessage(message);
  send({ kind: 'started' });
  try {
    const { default: entry } = (await import(worker)) as { default: WorkerEntry };
    return await entry(call, send);
  } finally {
    port.close();
  }
}
