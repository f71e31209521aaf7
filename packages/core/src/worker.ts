import { errorCode } from './error-code.ts';
import type { ErrorData } from './errors.ts';
import { ConversionError, processingFailed, toConversionError } from './errors.ts';
import { isMemoryRefusal } from './fault.ts';
import type { JobWarning } from './job.ts';
import type { Limits } from './limits.ts';

/** An input as a worker sees it: a file it may read. */
export interface TaskInput {
  readonly path: string;
  /** The name the user gave it: for messages and for naming outputs. */
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** An output a worker has written under the task's `outputDir`. */
export interface TaskOutput {
  readonly path: string;
  /** The name the user gets. */
  readonly fileName: string;
  readonly mediaType: string;
}

/** The work of one call of a worker. Plain data. */
export interface WorkerTask<Options = unknown> {
  readonly inputs: readonly TaskInput[];
  /** Checked by the operation's schema, secrets included. */
  readonly options: Options;
  /** An empty folder for outputs and scratch files; the engine removes it whatever happens. */
  readonly outputDir: string;
  readonly limits: Limits;
}

/** How a worker reports to the engine while it runs. */
export interface WorkerContext {
  /** Share of this call that is done, 0–1. Call it as often as you like: it is thinned out. */
  progress(fraction: number): void;
  /**
   * Warns the user about a job that still finishes. The same warning twice is kept once. `cause`, where a fault of the
   * software led to it, goes to the log of the host only.
   */
  warn(code: string, message: string, cause?: unknown): void;
}

/** An operation that is one piece of work. */
export interface WholeWork<Options> {
  run(task: WorkerTask<Options>, context: WorkerContext): Promise<readonly TaskOutput[]>;
}

/**
 * An operation that splits its work: `plan` lists parts, each `part` may run in another worker at the same time, and
 * their outputs, in the order of the plan, are the job's outputs. Parts and results are structured-cloneable data. A file
 * that one call wrote reaches another only when its path is a string of its own in the part or result: each process sees no
 * other files than those, under paths that may differ from call to call.
 * Each part has an `outputDir` of its own inside the task's. Progress is counted by parts; `plan` reports none.
 */
export interface PartedWork<Options, Part> {
  plan(task: WorkerTask<Options>, context: WorkerContext): Promise<readonly Part[]>;
  part(task: WorkerTask<Options>, part: Part, context: WorkerContext): Promise<readonly TaskOutput[]>;
}

/** Work in parts whose results are joined at the end. `join` gets them in the order of the plan. */
export interface JoinedWork<Options, Part, Result> {
  plan(task: WorkerTask<Options>, context: WorkerContext): Promise<readonly Part[]>;
  part(task: WorkerTask<Options>, part: Part, context: WorkerContext): Promise<Result>;
  join(task: WorkerTask<Options>, results: readonly Result[], context: WorkerContext): Promise<readonly TaskOutput[]>;
}

/** One call into a worker. `start` runs whole work or plans work in parts. */
export type WorkerCall =
  | { readonly phase: 'start'; readonly task: WorkerTask }
  | { readonly phase: 'part'; readonly task: WorkerTask; readonly part: unknown }
  | { readonly phase: 'join'; readonly task: WorkerTask; readonly results: readonly unknown[] };

/** The reply to a call into a worker. Errors are data: a thrown one would lose its class and code on the way. */
export type WorkerReply =
  | { readonly kind: 'outputs'; readonly outputs: readonly TaskOutput[] }
  | { readonly kind: 'plan'; readonly parts: readonly unknown[]; readonly joins: boolean }
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: ErrorData /** For the log only. */; readonly cause: string | null };

/** A message that a worker sends during a call. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'warning'; readonly warning: JobWarning /** For the log only. */; readonly cause?: string };

/** The default export of a worker file: what an executor calls. */
export type WorkerEntry = (call: WorkerCall, send: (message: WorkerMessage) => void) => Promise<WorkerReply>;

/** Work in one of its forms. */
export type AnyWork<Options, Part = unknown, Result = unknown> =
  | WholeWork<Options>
  | PartedWork<Options, Part>
  | JoinedWork<Options, Part, Result>;

/**
 * Turns the functions of an operation into the entry its worker file exports by default. A function chooses them by the task:
 * the same ones for each call of one job.
 */
export function defineWorker<Options>(work: WholeWork<Options>): WorkerEntry;
export function defineWorker<Options, Part>(work: PartedWork<Options, Part>): WorkerEntry;
export function defineWorker<Options, Part, Result>(work: JoinedWork<Options, Part, Result>): WorkerEntry;
export function defineWorker<Options, Part = unknown, Result = unknown>(
  choose: (task: WorkerTask<Options>) => AnyWork<Options, Part, Result>,
): WorkerEntry;
export function defineWorker(given: AnyWork<unknown> | ((task: WorkerTask) => AnyWork<unknown>)): WorkerEntry {
  return async (call, send) => {
    const context = createContext(send);
    try {
      const work = typeof given === 'function' ? given(call.task) : given;
      return await answer(work, call, context);
    } catch (error) {
      const known = isMemoryDenied(error) ? outOfMemory(error) : toConversionError(error, internalFailure);
      return { kind: 'error', error: known.toData(), cause: describeCause(known.cause) };
    }
  };
}

async function answer(work: AnyWork<unknown>, call: WorkerCall, context: WorkerContext): Promise<WorkerReply> {
  if ('run' in work) {
    return { kind: 'outputs', outputs: await work.run(call.task, context) };
  }
  switch (call.phase) {
    case 'start':
      return { kind: 'plan', parts: await work.plan(call.task, { ...context, progress() {} }), joins: 'join' in work };
    case 'part':
      return 'join' in work
        ? { kind: 'result', result: await work.part(call.task, call.part, context) }
        : { kind: 'outputs', outputs: await work.part(call.task, call.part, context) };
    case 'join':
      if (!('join' in work)) throw new ConversionError('INTERNAL_ERROR', 'This operation has nothing to join');
      return { kind: 'outputs', outputs: await work.join(call.task, call.results, context) };
  }
}

/** At most ten progress messages a second leave the worker. */
const progressIntervalMs = 100;

function createContext(send: (message: WorkerMessage) => void): WorkerContext {
  // The clock of a process starts at 0 with it, and one may be called in its first milliseconds.
  let lastSentAt = Number.NEGATIVE_INFINITY;
  const warned = new Set<string>();
  return {
    progress(fraction) {
      const now = performance.now();
      if (now - lastSentAt < progressIntervalMs && fraction < 1) return;
      lastSentAt = now;
      send({ kind: 'progress', fraction: Math.min(1, Math.max(0, fraction)) });
    },
    warn(code, message, cause) {
      const key = `${code} ${message}`;
      if (warned.has(key)) return;
      warned.add(key);
      const described = describeCause(cause);
      send({ kind: 'warning', warning: { code, message }, ...(described === null ? {} : { cause: described }) });
    },
  };
}

function internalFailure(cause: unknown): ConversionError {
  return isMemoryRefusal(cause) ? outOfMemory(cause) : processingFailed('internal', 'The conversion failed', { cause });
}

/** A worker that is denied memory has reached its own limit: the host is not out of memory. */
function isMemoryDenied(error: unknown): boolean {
  return errorCode(error) === 'ENOMEM';
}

function outOfMemory(cause: unknown): ConversionError {
  return processingFailed(
    'out_of_memory',
    'The file needs more memory than a conversion may use: convert fewer pages at once',
    { cause },
  );
}

function describeCause(cause: unknown): string | null {
  if (cause === undefined) return null;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
