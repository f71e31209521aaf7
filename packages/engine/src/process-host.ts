import type { WorkerCall, WorkerMessage, WorkerReply } from '@platen/core';
import { callWorker } from './call-worker.ts';

/** What a worker process is sent. */
export interface ProcessTask {
  readonly worker: string;
  readonly call: WorkerCall;
}

/** What it sends back. `ready` comes once, when the process is up. */
export type ProcessMessage =
  | WorkerMessage
  | { readonly kind: 'ready' }
  | { readonly kind: 'started' }
  | { readonly kind: 'reply'; readonly reply: WorkerReply };

const send = (message: ProcessMessage) => process.send?.(message);

// Nobody is left to work for: where no signal tells of the parent's death, the closed channel does.
process.on('disconnect', () => process.exit(0));

process.on('message', ({ worker, call }: ProcessTask) => {
  send({ kind: 'started' });
  void callWorker(worker, call, send).then((reply) => send({ kind: 'reply', reply }));
});
send({ kind: 'ready' });
