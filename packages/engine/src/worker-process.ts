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
  /** Resolves to the processor time used for start-up once the process accepts calls; rejects if it dies before. */
  readonly ready: Promise<{ readonly cpuMs: number }>;
  readonly exited: Promise<void>;
  /** How many calls it has completed. */
  readonly calls: number;
  /** The worker file it ran last, which is therefore loaded. */
  readonly lastWorker: string | null;
  /** As `Executor.run`. After a rejection the process is gone. */
  run(request: ExecutorRequest): Promise<WorkerReply>;
  /** Resident memory in bytes; null where the system does not report it. */
  residentBytes(): Promise<number | null>;
  kill(): void;
}

/** How often the memory of a busy process is checked. */
const watchIntervalMs = 200;
/** How much of a process's standard error is kept as evidence. */
const evidenceCharacters = 4_096;
const pageBytes = 4_096;
const megabyte = 1024 * 1024;

/** Starts a process in its own folder, which is removed when it ends. */
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
        await connection.exited; // Its memory and files are released before another takes its place.
        if (gone === null || request.signal.aborted || ConversionError.is(error)) throw error;
        // It died before the call reached it, and its folder is gone.
        throw deathOf(gone, bounds);
      }
    },
  };
}

/** A process that was started, with the channel to it. */
interface Connection {
  readonly child: ChildProcess;
  /** Both directions of the channel. */
  readonly sockets: readonly Socket[];
  readonly channel: MessageChannel;
  readonly ready: Promise<{ readonly cpuMs: number }>;
  readonly exited: Promise<void>;
  /** How it ended; null while it lives. */
  death: string | null;
  /** The current call, if any: it receives the messages and the exit. */
  receive: (message: ProcessMessage) => void;
  fail: (evidence: string) => void;
}

const idle = { receive: () => {}, fail: () => {} };

function connect(command: ProcessCommand, folder: ProcessFolder, niceness: number): Connection {
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
    const death = `a worker process ended: ${broken ?? how}; ${evidence()}`;
    connection.death = death;
    onFailure(new Error(death, { cause }));
    connection.fail(death);
    // What cannot be removed now is removed with the parent folder of all processes.
    void folder.remove().then(onExit, onExit);
  };
  child.on('error', (error) => died(error.message, error));
  // Not on `exit`: its last output, which shows whether memory ran out, may not have been read by then.
  child.on('close', (code, signal) => died(signal ?? `exit code ${code}`));
  const incoming = child.stdio[3] as Socket;
  const outgoing = child.stdin as Socket;
  const channel = createMessageChannel(
    { incoming, outgoing },
    {
      onMessage(value) {
        const message = readProcessMessage(value);
        if (message === null) throw new TypeError('it sent what is no message');
        if (message.kind === 'ready') onReady({ cpuMs: message.cpuMs });
        else connection.receive(message);
      },
      // `close` reports the rest; a process without a channel is useless.
      onFailure(error) {
        broken = error.message;
        child.kill('SIGKILL');
      },
    },
  );
  const connection: Connection = { child, sockets: [incoming, outgoing], channel, ready, exited, death: null, ...idle };
  return connection;
}

/** Sends a call and resolves to its reply; its other messages go to the request. */
async function exchange(connection: Connection, request: ExecutorRequest, bounds: MemoryBounds): Promise<WorkerReply> {
  const { child, sockets, channel } = connection;
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
  for (const socket of sockets) socket.ref();
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
    for (const socket of sockets) socket.unref();
  }
}

function kill({ child }: Connection): void {
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
  if (child.stderr !== null && 'unref' in child.stderr && typeof child.stderr.unref === 'function')
    child.stderr.unref();
  return () => text.trim();
}

interface MemoryBounds {
  readonly heapBytes: number;
  readonly memoryBytes: number;
}

/** What V8 prints before it aborts, and what allocators print when the system denies them memory. */
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
