import { Socket } from 'node:net';
import type { WorkerCall, WorkerMessage, WorkerReply } from '@platen/core';
import { callWorker } from './call-worker.ts';
import { raiseFence } from './fence.ts';
import { createMessageChannel } from './message-channel.ts';

/** What a worker process is sent. */
export interface ProcessTask {
  readonly worker: string;
  readonly call: WorkerCall;
}

/** What it sends back. `ready` comes once, when the process is up. */
export type ProcessMessage =
  | WorkerMessage
  | { readonly kind: 'ready'; readonly cpuMs: number }
  | { readonly kind: 'started' }
  | { readonly kind: 'reply'; readonly reply: WorkerReply };

/** The file descriptor of the channel to the host, after standard input, output and error. */
const channelDescriptor = 3;

/** The folder this process writes in. */
const [, , writableFolder = ''] = process.argv;
raiseFence(writableFolder);

// Errors: the channel listens to the socket for its whole life.
const socket = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const channel = createMessageChannel(socket, {
  // The host is trusted, and sends nothing else.
  onMessage: (task) => void run(task as ProcessTask),
  onFailure: () => process.exit(0),
});
// The parent is gone: the closed channel shows it even where no signal is sent.
socket.on('close', () => process.exit(0));
const { user, system } = process.cpuUsage();
send({ kind: 'ready', cpuMs: (user + system) / 1000 });

async function run({ worker, call }: ProcessTask): Promise<void> {
  send({ kind: 'started' });
  send({ kind: 'reply', reply: await callWorker(worker, call, send) });
}

function send(message: ProcessMessage): void {
  channel.send(message);
}
