import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { WorkerCall, WorkerMessage, WorkerReply } from '@platen/core';
import { errorCode } from '@platen/core/internal';
import { callWorker, loadWorker } from './call-worker.ts';
import { raiseFence } from './fence.ts';
import { createMessageChannel } from './message-channel.ts';

/** A message to a worker process: a worker file to call, or only to load. */
export interface ProcessTask {
  readonly worker: string;
  readonly call: WorkerCall | null;
}

/** A message from a worker process. It sends `ready` once, when it has started. */
export type ProcessMessage =
  | WorkerMessage
  | { readonly kind: 'ready'; readonly cpuMs: number }
  | { readonly kind: 'started' }
  | { readonly kind: 'loaded'; readonly problem: string | null }
  | { readonly kind: 'reply'; readonly reply: WorkerReply };

/** The file descriptor of messages to the host, after standard input, output and error. */
const outgoingDescriptor = 3;

/** The folder this process writes in. */
const [, , writableFolder = ''] = process.argv;
raiseFence(writableFolder);

// Node 22 refuses some promises of a denied file twice: to the caller, and by a rejection that nobody can handle.
process.on('unhandledRejection', (error) => {
  if (errorCode(error) !== 'ERR_ACCESS_DENIED') throw error;
});

// Node's network permission covers every socket that a script opens, even over an inherited descriptor. Standard input
// and writes to a descriptor are not covered.
const incoming = process.stdin;
// Errors: the channel listens for its whole life.
const outgoing = new Writable({
  // Blocks while the host is not reading, as Node's own standard output does on a pipe: messages do not pile up here.
  write(chunk: Buffer, _encoding, done) {
    try {
      for (let at = 0; at < chunk.byteLength; ) at += writeSync(outgoingDescriptor, chunk, at);
      done();
    } catch (error) {
      done(error as Error);
    }
  },
});
const channel = createMessageChannel(
  { incoming, outgoing },
  {
    // The host is trusted, and sends nothing else.
    onMessage: (task) => void run(task as ProcessTask),
    onFailure: () => process.exit(0),
  },
);
// The parent is gone: the closed input shows it even where no signal is sent.
incoming.on('close', () => process.exit(0));
const { user, system } = process.cpuUsage();
send({ kind: 'ready', cpuMs: (user + system) / 1000 });

async function run({ worker, call }: ProcessTask): Promise<void> {
  if (call === null) return send({ kind: 'loaded', problem: await loadWorker(worker) });
  send({ kind: 'started' });
  send({ kind: 'reply', reply: await callWorker(worker, call, send) });
}

function send(message: ProcessMessage): void {
  channel.send(message);
}
