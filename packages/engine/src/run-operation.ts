import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import {
  ConversionError,
  type JobWarning,
  type Logger,
  limitExceeded,
  type Operation,
  processingFailed,
  type TaskOutput,
  type WorkerCall,
  type WorkerMessage,
  type WorkerReply,
  type WorkerTask,
} from '@platen/core';
import { canRetry, createOutputBudget, isInternalFailure, mapBounded } from '@platen/core/internal';
import type { Executor } from './executor.ts';
import { ifFound } from './if-found.ts';
import { createRunClock, type RunClock } from './run-clock.ts';

export interface OperationRun<Collected> {
  readonly operation: Operation;
  readonly task: WorkerTask;
  readonly executor: Executor;
  readonly signal: AbortSignal;
  /** Run time allowed; by default the operation's own, which depends on the size of its input. */
  readonly timeoutMs?: number | undefined;
  readonly logger: Logger;
  /** Fields added to each of its log lines, such as the job id. */
  readonly logFields: Readonly<Record<string, unknown>>;
  readonly onProgress: (fraction: number) => void;
  /** Takes over an output; those of parts that end early are taken over early. */
  readonly collect: (output: TaskOutput, sizeBytes: number) => Promise<Collected>;
}

export interface OperationResult<Collected> {
  readonly outputs: readonly Collected[];
  readonly warnings: readonly JobWarning[];
  readonly durationMs: number;
}

/** Outputs taken over at the same time: a job may have thousands, and each uses descriptors. */
const collectConcurrency = 8;

/**
 * The share of the work that planning and joining each count as; the parts are the rest. Planning reports no progress.
 */
const edgeShare = 0.05;

/**
 * Runs one operation to its end: whole, or planned, its parts side by side, and joined. Rejects with a
 * `ConversionError`, or with the signal's reason. A call whose worker crashed is retried once; a second crash is
 * attributed to the file.
 */
export async function runOperation<Collected>(run: OperationRun<Collected>): Promise<OperationResult<Collected>> {
  const limitMs = run.timeoutMs ?? timeoutFor(run.operation, run.task);
  const clock = createRunClock(limitMs, () =>
    limitExceeded(
      'timeout',
      `The conversion took longer than the ${limitMs / 1000} s allowed: convert fewer pages at once`,
      {
        limit: 'maxRunMs',
        allowed: limitMs,
      },
    ),
  );
  const warnings = new Map<string, JobWarning>();
  const calls = createCaller(run, AbortSignal.any([run.signal, clock.signal]), clock, warnings);
  try {
    const outputs = await runPhases(run, calls, createCollector(run));
    if (outputs.length === 0) throw processingFailed('internal', 'The conversion produced no file');
    return { outputs, warnings: [...warnings.values()], durationMs: Math.round(clock.elapsedMs()) };
  } finally {
    clock.stop();
  }
}

type Collector<Collected> = (outputs: readonly TaskOutput[]) => Promise<readonly Collected[]>;

/**
 * A compromised worker could name any files of the host as outputs, and any number of them: only regular files inside
 * its folder pass, within the limits.
 */
function createCollector<Collected>({ task, collect }: OperationRun<Collected>): Collector<Collected> {
  const budget = createOutputBudget(task.limits);
  return async (outputs) => {
    budget.expect(outputs.length);
    const folder = (await realpath(task.outputDir)) + sep;
    // Of the paths only their folders are resolved, most often one for all: a split names thousands of files.
    const resolved = new Map<string, Promise<string | null>>();
    const isWithin = async (parent: string) => {
      const known = resolved.get(parent) ?? ifFound(realpath(parent));
      resolved.set(parent, known);
      return `${await known}${sep}`.startsWith(folder);
    };
    return mapBounded(outputs, collectConcurrency, async (output) => {
      const sizeBytes = await sizeOfOwn(output, isWithin);
      budget.take(output.path, sizeBytes);
      return collect(output, sizeBytes);
    });
  };
}

async function sizeOfOwn({ path }: TaskOutput, isWithin: (parent: string) => Promise<boolean>): Promise<number> {
  const info = (await isWithin(dirname(path))) ? await ifFound(lstat(path)) : null;
  if (info?.isFile()) return info.size;
  const cause = 'a worker named an output that is not a file in its folder';
  throw processingFailed('internal', 'The conversion failed', { cause });
}

/** Run time allowed for a task of this size, in milliseconds. */
function timeoutFor({ limits: own }: Operation, { inputs, limits }: WorkerTask): number {
  const megabytes = inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / (1024 * 1024);
  const perMegabyteMs = limits.maxRunMsPerMegabyte ?? own.timeoutMsPerMegabyte;
  return Math.round((limits.maxRunMs ?? own.timeoutMs) + perMegabyteMs * megabytes);
}

type Caller = (call: WorkerCall, onProgress: (fraction: number) => void) => Promise<WorkerReply>;

async function runPhases<Collected>(
  run: OperationRun<Collected>,
  call: Caller,
  collect: Collector<Collected>,
): Promise<readonly Collected[]> {
  const { task, onProgress } = run;
  const started = await call({ phase: 'start', task }, onProgress);
  if (started.kind === 'outputs') return collect(started.outputs);
  if (started.kind !== 'plan') throw unexpected(started);

  const collected: (readonly Collected[])[] = [];
  const results: unknown[] = [];
  await runParts(run, started.parts, call, async (reply, index) => {
    if (reply.kind === 'outputs') collected[index] = await collect(reply.outputs);
    else if (reply.kind === 'result') results[index] = reply.result;
    else throw unexpected(reply);
  });
  if (!started.joins) return collected.flat();

  // Without parts, joining is the only work.
  const joinShare = started.parts.length === 0 ? 1 - edgeShare : edgeShare;
  const joined = await call({ phase: 'join', task, results }, (fraction) =>
    onProgress(1 - joinShare + fraction * joinShare),
  );
  if (joined.kind !== 'outputs') throw unexpected(joined);
  return collect(joined.outputs);
}

/** Keeps as many parts running as the executor runs at once, and no more: other jobs wait for the same workers. */
async function runParts(
  { task, executor, onProgress }: OperationRun<unknown>,
  parts: readonly unknown[],
  call: Caller,
  onReply: (reply: WorkerReply, index: number) => Promise<void>,
): Promise<void> {
  const done = new Float64Array(parts.length);
  let total = 0;
  const report = (index: number, fraction: number) => {
    total += Math.max(0, fraction - (done[index] ?? 0));
    done[index] = Math.max(fraction, done[index] ?? 0);
    onProgress(edgeShare + (total / parts.length) * (1 - 2 * edgeShare));
  };
  // All started parts end before a failure is reported: nothing may still be writing when the task folder is removed.
  await mapBounded(parts, executor.concurrency, async (part, index) => {
    const outputDir = join(task.outputDir, `part-${index}`);
    await mkdir(outputDir);
    const reply = await call({ phase: 'part', task: { ...task, outputDir }, part }, (fraction) =>
      report(index, fraction),
    );
    await onReply(reply, index);
    report(index, 1);
  });
}

function createCaller(
  { operation, task, executor, logger, logFields }: OperationRun<unknown>,
  signal: AbortSignal,
  clock: RunClock,
  warnings: Map<string, JobWarning>,
): Caller {
  const fieldsOf = ({ phase }: WorkerCall) => ({ ...logFields, operation: operation.name, phase });
  const noteWarning = ({ warning, cause }: Extract<WorkerMessage, { kind: 'warning' }>, call: WorkerCall) => {
    warnings.set(`${warning.code} ${warning.message}`, warning);
    if (cause === undefined) return;
    const fields = { ...fieldsOf(call), code: warning.code, err: cause };
    logger.error(fields, `a fault of the software was caught: ${warning.message}`);
  };
  const once: Caller = async (call, onProgress) => {
    let end = () => {};
    try {
      return await executor.run({
        worker: operation.worker,
        call,
        folder: dirname(task.outputDir),
        memoryBytes: call.task.limits.maxMemoryBytes ?? operation.limits.memoryBytes,
        signal,
        onStarted: () => {
          end(); // Retried in another worker.
          end = clock.begin();
        },
        onMessage: (message) => {
          if (message.kind === 'progress') onProgress(message.fraction);
          else noteWarning(message, call);
        },
      });
    } finally {
      end();
    }
  };
  return async (call, onProgress) => {
    const reply = await once(call, onProgress).catch((error: unknown) => {
      if (!ConversionError.is(error) || error.code !== 'PROCESSING_FAILED' || !canRetry(error)) throw error;
      logger.warn({ ...fieldsOf(call), err: error }, 'a worker crashed; trying once more');
      return once(call, onProgress);
    });
    if (reply.kind !== 'error') return reply;
    const fields = { ...fieldsOf(call), error: reply.error, err: reply.cause };
    if (isInternalFailure(reply.error)) logger.error(fields, 'a conversion failed internally');
    else logger.debug(fields, 'a conversion failed');
    throw new ConversionError(reply.error.code, reply.error.message, {
      details: reply.error.details,
      ...(reply.cause === null ? {} : { cause: reply.cause }),
    });
  };
}

function unexpected({ kind }: WorkerReply): ConversionError {
  return new ConversionError('INTERNAL_ERROR', 'The conversion failed', {
    cause: `a worker replied with "${kind}" out of turn`,
  });
}
