import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { ConversionError, limitExceeded, processingFailed, type WorkerReply } from '@platen/core';
import type { ExecutorRequest } from './executor.ts';
import { createMessageChannel, type MessageChannel } from './message-channel.ts';
import type { ProcessCommand } from './process-command.ts';
import type { ProcessFolder } from './process-folder.ts';
import type { ProcessMessage, ProcessTask } from './process-host.ts';
import { readProcessMessage } from './read-process-message.ts';

/** One child process that runs one call at a time. */
export interface WorkerProcess {
  /** Resolves once the process takes calls, to its processor time until then; rejects when it died before. */
  readonly ready: Promise<{ readonly cpuMs: number }>;
  readonly exited: Promise<void>;
  /** How many calls it has run to their end. */
  readonly calls: number;
  /** The worker file it ran last: it has that one loaded. */
  readonly lastWorker: string | null;
  /** As `Executor.run`. After a rejection the process is gone. */
  run(request: ExecutorRequest): Promise<WorkerReply>;
  /** Resident memory in bytes; null where the system does not report it. */
  residentBytes(): Promise<number | null>;
  kill(): void;
}

/** How often the memory of a busy process is checked. */
const watchIntervalMs = 200;
/** How much of what a process wrote to its error output is kept as evidence. */
const evidenceCharacters = 4_096;
const pageBytes = 4_096;
const megabyte = 1024 * 1024;

/** Starts a process in a folder of its own, which goes with it. */
export function startWorkerProcess(command: ProcessCommand, folder: ProcessFolder, niceness: number): WorkerProcess {
  const connection = connect(command, folder, niceness);
  let calls = 0;
  let lastWorker: string | null = null;
  return {
    ready: connection.ready,
    exited: connection.exited,
    get calls() {
      return calls;
    },
    get lastWorker() {
      return lastWorker;
    },
    residentBytes: () => readResidentBytes(connection.child.pid),
    kill: () => kill(connection),
    async run(request) {
      const bounds = { heapBytes: command.heapBytes, memoryBytes: request.memoryBytes };
      try {
        const visit = await folder.enter(request.call, request.folder);
        const reply = await visit.leave(await exchange(connection, { ...request, call: visit.call }, bounds));
        calls += 1;
        lastWorker = request.worker.href;
        return reply;
      } catch (error) {
        const gone = connection.death;
        kill(connection);
        await connection.exited; // Its memory is free and its files are gone before another takes its place.
        if (gone === null || request.signal.aborted || ConversionError.is(error)) throw error;
        // It died before the call reached it, and took its folder with it.
        throw deathOf(gone, bounds);
      }
    },
  };
}

/** A process that was started, with the channel to it. */
interface Connection {
  readonly child: ChildProcess;
  readonly socket: Socket;
  readonly channel: MessageChannel;
  readonly ready: Promise<{ readonly cpuMs: number }>;
  readonly exited: Promise<void>;
  /** How it ended; null while it lives. */
  death: string | null;
  /** What its messages go to, and who hears of its end: the call under way, if any. */
  receive: (message: ProcessMessage) => void;
  fail: (evidence: string) => void;
}

const idle = { receive: () => {}, fail: () => {} };

function connect(command: ProcessCommand, folder: ProcessFolder, niceness: number): Connection {
  const [file = '', ...args] = command.inFolder(folder);
  const child = spawn(file, args, { env: command.env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness);
  const evidence = collectEvidence(child);
  const { promise: exited, resolve: onExit } = Promise.withResolvers<void>();
  const { promise: ready, resolve: onReady, reject: onFailure } = Promise.withResolvers<{ readonly cpuMs: number }>();
  ready.catch(() => {}); // Awaited by the pool; a crash on start-up is reported there.
  /** What was wrong with what it sent. */
  let broken: string | null = null;
  const died = (how: string, cause?: Error) => {
    const death = `a worker process ended: ${broken ?? how}; ${evidence()}`;
    connection.death = death;
    onFailure(new Error(death, { cause }));
    connection.fail(death);
    // What cannot be removed goes with the folder of all processes.
    void folder.remove().then(onExit, onExit);
  };
  child.on('error', (error) => died(error.message, error));
  // Not on `exit`: its last output, which says whether memory ran out, may not have been read by then.
  child.on('close', (code, signal) => died(signal ?? `exit code ${code}`));
  const socket = child.stdio[3] as Socket;
  const channel = createMessageChannel(socket, {
    onMessage(value) {
      const message = readProcessMessage(value);
      if (message === null) throw new TypeError('it sent what is no message');
      if (message.kind === 'ready') onReady({ cpuMs: message.cpuMs });
      else connection.receive(message);
    },
    // Its `close` reports the rest; a process that is no longer heard is of no use.
    onFailure(error) {
      broken = error.message;
      child.kill('SIGKILL');
    },
  });
  const connection: Connection = { child, socket, channel, ready, exited, death: null, ...idle };
  return connection;
}

/** Sends a call and resolves to its reply; its other messages go to the request. */
async function exchange(connection: Connection, request: ExecutorRequest, bounds: MemoryBounds): Promise<WorkerReply> {
  const { child, socket, channel } = connection;
  const { worker, call, memoryBytes, signal, onStarted, onMessage } = request;
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
  const abort = () => reject(signal.reason);
  const watch = setInterval(async () => {
    const bytes = await readResidentBytes(child.pid);
    if (bytes !== null && bytes > memoryBytes) reject(outOfMemory(memoryBytes, `resident size of ${bytes} bytes`));
  }, watchIntervalMs);
  connection.receive = (message) => {
    if (message.kind === 'reply') resolve(message.reply);
    else if (message.kind === 'started') onStarted();
    else if (message.kind !== 'ready') onMessage(message);
  };
  connection.fail = (evidence) => reject(deathOf(evidence, bounds));
  child.ref();
  socket.ref();
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    if (connection.death !== null) connection.fail(connection.death);
    else channel.send({ worker: worker.href, call } satisfies ProcessTask);
    return await promise;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    Object.assign(connection, idle);
    // An idle worker does not keep its host alive.
    child.unref();
    socket.unref();
  }
}

function kill({ child }: Connection): void {
  // The caller may wait for its end.
  child.ref();
  child.kill('SIGKILL');
}

/** At once, before it has threads: on Linux each has a priority of its own, inherited when it starts. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It crashed on start-up: its `close` reports that.
  }
}

function collectEvidence(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-evidenceCharacters);
  });
  // Only the pipe of a child has `unref`, and the types do not say so.
  if (child.stderr !== null && 'unref' in child.stderr && typeof child.stderr.unref === 'function')
    child.stderr.unref();
  return () => text.trim();
}

interface MemoryBounds {
  readonly heapBytes: number;
  readonly memoryBytes: number;
}

/** What V8 says before it gives up, and what allocators say when the system denies them memory. */
const heapPattern = /heap out of memory/i;
const deniedPattern = /Allocation failed|bad_alloc|Cannot allocate memory/i;

function deathOf(evidence: string, { heapBytes, memoryBytes }: MemoryBounds): ConversionError {
  if (heapPattern.test(evidence)) return outOfMemory(heapBytes, evidence);
  if (deniedPattern.test(evidence)) return outOfMemory(memoryBytes, evidence);
  return processingFailed('worker_crashed', 'The conversion ended unexpectedly', { cause: evidence });
}

function outOfMemory(limitBytes: number, cause: string): ConversionError {
  const limit = `${Math.round(limitBytes / megabyte)} MB`;
  const message = `The file needs more memory than the ${limit} a conversion may use`;
  return limitExceeded('out_of_memory', message, { limit: 'maxMemoryBytes', allowed: limitBytes, cause });
}

/** The second field of statm is the resident size in pages (proc(5)). */
async function readResidentBytes(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => ''); // Gone in the meantime.
  const pages = Number(statm.split(' ')[1]);
  return Number.isFinite(pages) ? pages * pageBytes : null;
}
