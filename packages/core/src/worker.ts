import { errorCode } from './error-code.ts';
import type { ErrorData } from './errors.ts';
import { ConversionError, processingFailed, toConversionError } from './errors.ts';
import { isMemoryRefusal } from './fault.ts';
import type { JobWarning } from './job.ts';
import type { Limits } from './limits.ts';

/** An input of a worker: a file that it may read. */
export interface TaskInput {
  readonly path: string;
  /** The name that the user gave the file. Use it in messages and in names of outputs. */
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** An output that a worker wrote in the `outputDir` of its task. */
export interface TaskOutput {
  readonly path: string;
  /** The name that the user sees. */
  readonly fileName: string;
  readonly mediaType: string;
}

/** The work of one call to a worker, as plain data. */
export interface WorkerTask<Options = unknown> {
  readonly inputs: readonly TaskInput[];
  /** The options, checked by the schema of the operation, including secrets. */
  readonly options: Options;
  /** An empty folder for outputs and temporary files. The engine always removes it. */
  readonly outputDir: string;
  readonly limits: Limits;
}

/** How a worker reports to the engine while it runs. */
export interface WorkerContext {
  /** Reports the completed share of this call, 0 to 1. You may call it often: not every value is passed on. */
  progress(fraction: number): void;
  /**
   * Adds a warning to a job that still completes. The same warning is kept once. If a fault of the software caused it, pass
   * the error as `cause`: only the log of the host shows it.
   */
  warn(code: string, message: string, cause?: unknown): void;
}

/** The functions of an operation that does its work in one call. */
export interface WholeWork<Options> {
  run(task: WorkerTask<Options>, context: WorkerContext): Promise<readonly TaskOutput[]>;
}

/**
 * The functions of an operation that splits its work. `plan` lists the parts, and each `part` may run in a different worker
 * at the same time. Their outputs, in the order of the plan, are the outputs of the job. Parts and results must be data that
 * `structuredClone` accepts. To pass a file from one call to another, put its path into the part or result as a separate
 * string: a process sees only those files, and their paths may differ between calls. Each part has a separate `outputDir`
 * inside that of the task. Progress is counted by parts, so `plan` reports none.
 */
export interface PartedWork<Options, Part> {
  plan(task: WorkerTask<Options>, context: WorkerContext): Promise<readonly Part[]>;
  part(task: WorkerTask<Options>, part: Part, context: WorkerContext): Promise<readonly TaskOutput[]>;
}

/**
 * The functions of an operation that works in parts and then joins the results. `join` gets the results in the order of the
 * plan.
 */
export interface JoinedWork<Options, Part, Result> {
  plan(task: WorkerTask<Options>, context: WorkerContext): Promise<readonly Part[]>;
  part(task: WorkerTask<Options>, part: Part, context: WorkerContext): Promise<Result>;
  join(task: WorkerTask<Options>, results: readonly Result[], context: WorkerContext): Promise<readonly TaskOutput[]>;
}

/** One call to a worker. `start` runs the whole work, or plans the parts. */
export type WorkerCall =
  | { readonly phase: 'start'; readonly task: WorkerTask }
  | { readonly phase: 'part'; readonly task: WorkerTask; readonly part: unknown }
  | { readonly phase: 'join'; readonly task: WorkerTask; readonly results: readonly unknown[] };

/**
 * The reply of a worker. Errors are passed as data, because a thrown error would lose its class and code between processes.
 */
export type WorkerReply =
  | { readonly kind: 'outputs'; readonly outputs: readonly TaskOutput[] }
  | { readonly kind: 'plan'; readonly parts: readonly unknown[]; readonly joins: boolean }
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: ErrorData /** For the log only. */; readonly cause: string | null };

/** A message that a worker sends during a call. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'warning'; readonly warning: JobWarning /** For the log only. */; readonly cause?: string };

/** The default export of a worker file, which an executor calls. */
export type WorkerEntry = (call: WorkerCall, send: (message: WorkerMessage) => void) => Promise<WorkerReply>;

/** Work in one of its forms. */
export type AnyWork<Options, Part = unknown, Result = unknown> =
  | WholeWork<Options>
  | PartedWork<Options, Part>
  | JoinedWork<Options, Part, Result>;

/**
 * Turns the functions of an operation into the default export of its worker file. You may pass a function that chooses them
 * by the task; it must choose the same ones for each call of a job.
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
