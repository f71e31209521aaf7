import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { essentialLine } from './essential-line.ts';
import { createMessageChannel, type MessageChannel, type MessageChannelEvents } from './message-channel.ts';
import type { ProcessCommand } from './process-command.ts';
import type { ProcessFolder } from './process-folder.ts';
import type { ProcessMessage } from './process-host.ts';
import { readProcessMessage } from './read-process-message.ts';

/** How much of a process's standard error is kept as evidence. */
const evidenceCharacters = 4_096;

/** A process that was started, with the channel to it. */
export interface WorkerConnection {
  readonly child: ChildProcess;
  /** Both directions of the channel. */
  readonly sockets: readonly Socket[];
  readonly channel: MessageChannel;
  readonly ready: Promise<{ readonly cpuMs: number }>;
  readonly exited: Promise<void>;
  /** Null while it lives. */
  death: WorkerDeath | null;
  /** Why it was killed, where that is the cause of its death. */
  verdict: string | null;
  /** The current call, if any: it receives the messages and the exit. */
  receive: (message: ProcessMessage) => void;
  fail: (death: WorkerDeath) => void;
}

/** How a process ended. */
export interface WorkerDeath {
  /** In one line: what it printed about it, or its exit code or signal. */
  readonly reason: string;
  /** All that is known. */
  readonly evidence: string;
}

/** What a connection does between two calls. */
export const idle = { receive: () => {}, fail: () => {} };

/** Starts a process in its own folder, which is removed when it ends. */
export function connectWorker(command: ProcessCommand, folder: ProcessFolder, niceness: number): WorkerConnection {
  const [file = '', ...args] = command.inFolder(folder);
  const child = spawn(file, args, { env: command.env, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness);
  const evidence = collectEvidence(child);
  const { promise: exited, resolve: onExit } = Promise.withResolvers<void>();
  const { promise: ready, resolve: onReady, reject: onFailure } = Promise.withResolvers<{ readonly cpuMs: number }>();
  ready.catch(() => {}); // Awaited by the pool; a crash on start-up is reported there.
  /** What was wrong with its messages. */
  let broken: string | null = null;
  const died = (how: string, cause?: Error) => {
    const printed = evidence();
    const death: WorkerDeath = {
      reason: connection.verdict ?? essentialLine(printed) ?? broken ?? how,
      evidence: `a worker process ended: ${connection.verdict ?? broken ?? how}; ${printed}`,
    };
    connection.death = death;
    onFailure(deathError(death, cause));
    connection.fail(death);
    // What cannot be removed now is removed with the parent folder of all processes.
    void folder.remove().then(onExit, onExit);
  };
  child.on('error', (error) => died(error.message, error));
  // Not on `exit`: its last output, which shows whether memory ran out, may not have been read by then.
  child.on('close', (code, signal) => died(signal ?? `exit code ${code}`));
  const pipes = pipesOf(child);
  const events: MessageChannelEvents = {
    onMessage(value) {
      const message = readProcessMessage(value);
      if (message === null) throw new TypeError('it sent something that is not a message');
      if (message.kind === 'ready') onReady({ cpuMs: message.cpuMs });
      else connection.receive(message);
    },
    // `close` reports the rest; a process without a channel is useless.
    onFailure(error) {
      broken = error.message;
      child.kill('SIGKILL');
    },
  };
  const channel = pipes === null ? noChannel : createMessageChannel(pipes, events);
  const sockets = pipes === null ? [] : [pipes.incoming, pipes.outgoing];
  const connection: WorkerConnection = { child, sockets, channel, ready, exited, death: null, verdict: null, ...idle };
  return connection;
}

const noChannel: MessageChannel = { send() {} };

/** Null when it could not be started for want of descriptors, which its `error` reports. */
function pipesOf({ stdin, stdio }: ChildProcess): { readonly incoming: Socket; readonly outgoing: Socket } | null {
  const incoming = (stdio as ChildProcess['stdio'] | undefined)?.[3];
  return incoming == null || stdin == null ? null : { incoming: incoming as Socket, outgoing: stdin as Socket };
}

/** Its message is one line; the rest is its cause. */
export function deathError({ reason, evidence }: WorkerDeath, cause?: Error): Error {
  return new Error(reason, { cause: new Error(evidence, { cause }) });
}

/** Kills the process; `verdict` is why, where its calls are to be told. */
export function killWorker(connection: WorkerConnection, verdict: string | null = null): void {
  const { child } = connection;
  connection.verdict ??= verdict;
  // The caller may be waiting for its exit.
  child.ref();
  child.kill('SIGKILL');
}

/** At once, before it has threads: on Linux each thread has its own priority, inherited when it is created. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It crashed on start-up: `close` reports that.
  }
}

function collectEvidence(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-evidenceCharacters);
  });
  // Only the pipe of a child has `unref`, which the types omit.
  if (child.stderr != null && 'unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref();
  return () => text.trim();
}
