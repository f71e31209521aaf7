import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { type ConversionError, limitExceeded, processingFailed, type WorkerReply } from '@platen/core';
import type { ExecutorRequest } from './executor.ts';
import type { ProcessCommand } from './process-command.ts';
import type { ProcessMessage, ProcessTask } from './process-host.ts';

/** One child process that runs one call at a time. */
export interface WorkerProcess {
  /** Resolves once the process takes calls; rejects when it died before. */
  readonly ready: Promise<void>;
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

export function startWorkerProcess(command: ProcessCommand, niceness: number): WorkerProcess {
  const { file, args, env, heapBytes } = command;
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' });
  if (niceness > 0 && child.pid !== undefined) standBack(child.pid, niceness);
  const evidence = collectEvidence(child);
  const { promise: exited, resolve: onExit } = Promise.withResolvers<void>();
  const { promise: ready, resolve: onReady, reject: onFailure } = Promise.withResolvers<void>();
  ready.catch(() => {}); // Awaited by whoever takes the process; a death at birth is told there.
  let receive: (message: ProcessMessage) => void = () => {};
  /** Ends the call under way, if any. */
  let fail: (evidence: string) => void = () => {};
  let death: string | null = null;
  let calls = 0;
  let lastWorker: string | null = null;

  const died = (how: string) => {
    death = `a worker process ended: ${how}; ${evidence()}`;
    onFailure(new Error(death));
    fail(death);
    onExit();
  };
  child.on('error', ({ message }) => died(message));
  // Not on `exit`: its last words, which tell of memory, may not have been read by then.
  child.on('close', (code, signal) => died(signal ?? `exit code ${code}`));
  child.on('message', (message: ProcessMessage) => (message.kind === 'ready' ? onReady() : receive(message)));
  const residentBytes = () => readResidentBytes(child.pid);

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
    kill() {
      // Whoever kills it may wait for its end.
      child.ref();
      child.kill('SIGKILL');
    },
    async run({ worker, call, memoryBytes, signal, onStarted, onMessage }) {
      const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
      let ended = false;
      const end = (reason: unknown) => {
        if (ended) return; // The process is somebody else's by now.
        child.kill('SIGKILL');
        reject(reason);
      };
      const abort = () => end(signal.reason);
      const watch = setInterval(async () => {
        const bytes = await residentBytes();
        if (bytes !== null && bytes > memoryBytes) end(outOfMemory(memoryBytes, `resident size of ${bytes} bytes`));
      }, watchIntervalMs);
      receive = (message) => {
        if (message.kind === 'reply') resolve(message.reply);
        else if (message.kind === 'started') onStarted();
        else if (message.kind !== 'ready') onMessage(message);
      };
      const endOf = (evidence: string) => deathOf(evidence, { heapBytes, memoryBytes });
      fail = (evidence) => reject(endOf(evidence));
      child.ref();
      child.channel?.ref();
      try {
        if (death !== null) throw endOf(death);
        if (signal.aborted) abort();
        signal.addEventListener('abort', abort);
        const task: ProcessTask = { worker: worker.href, call };
        child.send(task, (error) => (error === null ? undefined : end(endOf(error.message))));
        const reply = await promise;
        calls += 1;
        lastWorker = worker.href;
        return reply;
      } finally {
        ended = true;
        clearInterval(watch);
        signal.removeEventListener('abort', abort);
        receive = () => {};
        fail = () => {};
        // An idle worker does not keep its host alive.
        child.unref();
        child.channel?.unref();
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
