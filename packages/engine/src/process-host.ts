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

const send = (message: ProcessMessage) => void process.send?.(message);

// Nobody is left to work for: where no signal tells of the parent's death, the closed channel does.
process.on('disconnect', () => process.exit(0));

process.on('message', ({ worker, call }: ProcessTask) => {
  let ended = false;
  send({ kind: 'started' });
  // What a call still has to say after its reply would be taken for the next call's.
  void callWorker(worker, call, (message) => (ended ? undefined : send(message))).then((reply) => {
    ended = true;
    send({ kind: 'reply', reply });
  });
});
send({ kind: 'ready' });
