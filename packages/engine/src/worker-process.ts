import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { ConversionError, limitExceeded, processingFailed, type WorkerReply } from '@platen/core';
import type { ExecutorRequest } from './executor.ts';
import { createMessageChannel } from './message-channel.ts';
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
  /** Resident memory in bytes; null when the system does not tell. */
  residentBytes(): Promise<number | null>;
  kill(): void;
}

/** How often the memory of a busy process is looked at. */
const watchIntervalMs = 200;
/** How much of what a process wrote to its error output is kept as evidence. */
const evidenceCharacters = 4_096;
const pageBytes = 4_096;
const megabyte = 1024 * 1024;

/** Starts a process in a folder of its own, which goes with it. */
// Long: the messages of one process share its state.
export function startWorkerProcess(command: ProcessCommand, folder: ProcessFolder, niceness: number): WorkerProcess {
  const { env, heapBytes } = command;
  const [file = '', ...args] = command.inFolder(folder);
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  if (niceness > 0 && child.pid !== undefined) standBack(child.pid, niceness);
  const evidence = collectEvidence(child);
  const { promise: exited, resolve: onExit } = Promise.withResolvers<void>();
  const { promise: ready, resolve: onReady, reject: onFailure } = Promise.withResolvers<{ readonly cpuMs: number }>();
  ready.catch(() => {}); // Awaited by whoever takes the process; a crash on start-up is reported there.
  let receive: (message: ProcessMessage) => void = () => {};
  /** Ends the call under way, if any. */
  let fail: (evidence: string) => void = () => {};
  let death: string | null = null;
  /** What was wrong with what it sent. */
  let broken: string | null = null;
  let calls = 0;
  let lastWorker: string | null = null;

  const died = (how: string, cause?: Error) => {
    death = `a worker process ended: ${broken ?? how}; ${evidence()}`;
    onFailure(new Error(death, { cause }));
    fail(death);
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
      else receive(message);
    },
    // Its `close` tells the rest; a process that is no longer heard is of no use.
    onFailure(error) {
      broken = error.message;
      child.kill('SIGKILL');
    },
  });
  const residentBytes = () => readResidentBytes(child.pid);

  const kill = () => {
    // Whoever kills it may wait for its end.
    child.ref();
    child.kill('SIGKILL');
  };
  const exchange = async ({ worker, call, memoryBytes, signal, onStarted, onMessage }: ExecutorRequest) => {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
    const abort = () => reject(signal.reason);
    const watch = setInterval(async () => {
      const bytes = await residentBytes();
      if (bytes !== null && bytes > memoryBytes) reject(outOfMemory(memoryBytes, `resident size of ${bytes} bytes`));
    }, watchIntervalMs);
    receive = (message) => {
      if (message.kind === 'reply') resolve(message.reply);
      else if (message.kind === 'started') onStarted();
      else if (message.kind !== 'ready') onMessage(message);
    };
    fail = (evidence) => reject(deathOf(evidence, { heapBytes, memoryBytes }));
    child.ref();
    socket.ref();
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', abort);
      if (death !== null) fail(death);
      else channel.send({ worker: worker.href, call } satisfies ProcessTask);
      return await promise;
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
      receive = () => {};
      fail = () => {};
      // An idle worker does not keep its host alive.
      child.unref();
      socket.unref();
    }
  };

  return {
    ready,
    exited,
    get calls() {
      return calls;
    },
    get lastWorker() {
      return lastWorker;
    },
    residentBytes,
    kill,
    async run(request) {
      try {
        const visit = await folder.enter(request.call, request.folder);
        const reply = await visit.leave(await exchange({ ...request, call: visit.call }));
        calls += 1;
        lastWorker = request.worker.href;
        return reply;
      } catch (error) {
        const gone = death;
        kill();
        await exited; // Its memory is free and its files are gone before another takes its place.
        if (gone === null || request.signal.aborted || ConversionError.is(error)) throw error;
        // It died before the call reached it, and took its folder with it.
        throw deathOf(gone, { heapBytes, memoryBytes: request.memoryBytes });
      }
    },
  };
}

/** At once, before it has threads: on Linux each has a priority of its own, inherited when it starts. */
function standBack(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It died at birth: its `close` tells.
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
