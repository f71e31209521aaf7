import { readFile } from 'node:fs/promises';
import { ConversionError, limitExceeded, processingFailed, type WorkerReply } from '@platen/core';
import type { ExecutorRequest } from './executor.ts';
import type { ProcessCommand } from './process-command.ts';
import type { ProcessFolder } from './process-folder.ts';
import type { ProcessTask } from './process-host.ts';
import { type StartBounds, watchStart } from './watch-start.ts';
import { connectWorker, deathError, idle, killWorker, type WorkerConnection } from './worker-connection.ts';

/** One child process that runs one call at a time. */
export interface WorkerProcess {
  /** Resolves to the processor time used for start-up once the process accepts calls; rejects if it dies before, or hangs. */
  readonly ready: Promise<{ readonly cpuMs: number }>;
  /** It was killed because it hung: another one would hang as well. */
  readonly hung: boolean;
  readonly exited: Promise<void>;
  /** How many calls it has completed. */
  readonly calls: number;
  /** The worker file it ran last, which is therefore loaded. */
  readonly lastWorker: string | null;
  /** Loads a worker file and resolves to the error that prevents it, with its stack, or to null. Rejects if the process dies. */
  load(worker: string): Promise<string | null>;
  /** As `Executor.run`. After a rejection the process is gone. */
  run(request: ExecutorRequest): Promise<WorkerReply>;
  /** Resident memory in bytes; null where the system does not report it. */
  residentBytes(): Promise<number | null>;
  kill(): void;
}

/** How often the memory of a busy process is checked. */
const watchIntervalMs = 200;
/** How long a process may take to read a call and say that it has started: milliseconds, unless it is paused or hangs. */
const acknowledgeTimeoutMs = 20_000;
/** Of a process that comes up: it takes half a second, and 0.2 s of processor time at any load. */
const startBounds: StartBounds = { cpuMs: 8_000, timeoutMs: 60_000 };
/** Of one that loads a worker file: a second or two of both. */
const loadBounds: StartBounds = { cpuMs: 20_000, timeoutMs: 60_000 };
const pageBytes = 4_096;
const megabyte = 1024 * 1024;

/** Starts a process in its own folder, which is removed when it ends. */
export function startWorkerProcess(command: ProcessCommand, folder: ProcessFolder, niceness: number): WorkerProcess {
  const connection = connectWorker(command, folder, niceness);
  const endWatch = watchStart(connection.child.pid, startBounds, (seen) => {
    killWorker(connection, `a worker process hung on start-up: ${seen}`);
  });
  void connection.ready.then(endWatch, endWatch);
  let calls = 0;
  let lastWorker: string | null = null;
  return {
    ready: connection.ready,
    exited: connection.exited,
    get hung() {
      return connection.verdict !== null;
    },
    get calls() {
      return calls;
    },
    get lastWorker() {
      return lastWorker;
    },
    residentBytes: () => readResidentBytes(connection.child.pid),
    kill: () => killWorker(connection),
    load: (worker) => load(connection, worker),
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
        killWorker(connection);
        await connection.exited; // Its memory and files are released before another takes its place.
        if (gone === null || request.signal.aborted || ConversionError.is(error)) throw error;
        // It died before the call reached it, and its folder is gone.
        throw deathOf(gone.evidence, bounds);
      }
    },
  };
}

async function load(connection: WorkerConnection, worker: string): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const endWatch = watchStart(connection.child.pid, loadBounds, (seen) => {
    killWorker(connection, `the worker file hung while it was loaded: ${seen}`);
  });
  connection.receive = (message) => (message.kind === 'loaded' ? resolve(message.problem) : undefined);
  connection.fail = (death) => reject(deathError(death));
  try {
    if (connection.death !== null) connection.fail(connection.death);
    else connection.channel.send({ worker, call: null } satisfies ProcessTask);
    return await promise;
  } finally {
    endWatch();
    Object.assign(connection, idle);
  }
}

/** Sends a call and resolves to its reply; its other messages go to the request. */
async function exchange(
  connection: WorkerConnection,
  request: ExecutorRequest,
  bounds: MemoryBounds,
): Promise<WorkerReply> {
  const { child, sockets, channel } = connection;
  const { worker, call, memoryBytes, signal, onStarted, onMessage } = request;
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
  const abort = () => reject(signal.reason);
  const watch = setInterval(async () => {
    const bytes = await readResidentBytes(child.pid);
    if (bytes !== null && bytes > memoryBytes) reject(outOfMemory(memoryBytes, `resident size of ${bytes} bytes`));
  }, watchIntervalMs);
  // Its deadline counts from its start: a process that was paused while it was idle would never reach it.
  const unanswered = setTimeout(() => reject(notAcknowledged()), acknowledgeTimeoutMs);
  connection.receive = (message) => {
    if (message.kind === 'started') {
      clearTimeout(unanswered);
      onStarted();
    } else if (message.kind === 'reply') resolve(message.reply);
    else if (message.kind === 'progress' || message.kind === 'warning') onMessage(message);
  };
  connection.fail = ({ evidence }) => reject(deathOf(evidence, bounds));
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
    clearTimeout(unanswered);
    signal.removeEventListener('abort', abort);
    Object.assign(connection, idle);
    // An idle worker does not keep its host alive.
    child.unref();
    for (const socket of sockets) socket.unref();
  }
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
  return processingFailed('worker_crashed', 'The worker crashed during this conversion', { cause: evidence });
}

/** Another process may take the call. */
function notAcknowledged(): ConversionError {
  const cause = `a worker process did not take a call within ${acknowledgeTimeoutMs} ms`;
  return processingFailed('worker_crashed', 'The worker crashed during this conversion', { cause });
}

function outOfMemory(limitBytes: number, cause: string): ConversionError {
  const limit = `${Math.round(limitBytes / megabyte)} MB`;
  const message = `The file needs more memory than the ${limit} that a conversion may use: convert fewer pages at once`;
  return limitExceeded('out_of_memory', message, { limit: 'maxMemoryBytes', allowed: limitBytes, cause });
}

/** The second field of statm is the resident size in pages (proc(5)). */
async function readResidentBytes(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => ''); // Gone in the meantime.
  const pages = Number(statm.split(' ')[1]);
  return Number.isFinite(pages) ? pages * pageBytes : null;
}
