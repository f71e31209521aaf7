import { ConversionError } from '@platen/core';
import { mapBounded } from '@platen/core/internal';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-code.ts';
import type { Interruption } from '../interruption.ts';
import { identitiesOf, makeResultFolder } from '../place-file.ts';
import { readableFile } from '../readable-file.ts';
import { describeError } from '../report-error.ts';
import type { Terminal } from '../terminal.ts';
import { type BatchReport, createBatchReport } from './batch-report.ts';
import { convertFiles } from './convert-files.ts';
import type { Converter } from './converter.ts';
import type { BatchTask } from './plan-batch.ts';
import type { ConvertRequest } from './request.ts';

/** What conversions of a command share. */
export interface ConvertContext {
  readonly converter: Converter;
  readonly interruption: Interruption;
  readonly terminal: Terminal;
}

/**
 * Converts many files, each for itself and as many at a time as the converter works on, and goes on after a failure. Only what every other
 * file would meet as well ends it early, and a signal: running conversions are given up then, results that are written stay.
 * Encrypted files come last, when a person can be asked. Resolves to `incomplete` when a file failed.
 */
export async function convertBatch(
  request: ConvertRequest,
  tasks: readonly BatchTask[],
  leftOut: readonly string[],
  context: ConvertContext,
): Promise<ExitCode> {
  const { converter, interruption, terminal } = context;
  const { operation, target, asJson } = request;
  // Otherwise each file would find out for itself, after its conversion.
  await makeResultFolder(target.path);
  const report = createBatchReport({ title: operation.name, total: tasks.length, leftOut, asJson }, terminal);
  const ending = new AbortController();
  const signal = AbortSignal.any([interruption.signal, ending.signal]);
  const kept = new Set(await identitiesOf(tasks.map(({ input }) => input)));
  const locked: BatchTask[] = [];
  const shares = new Map<BatchTask, number>();
  let cause: unknown = null;

  const convert = async (task: BatchTask, ask: Terminal['askSecret']) => {
    const onProgress = (share: number) => {
      shares.set(task, share);
      report.progress([...shares.values()].reduce((sum, each) => sum + each, 0));
    };
    const place = { path: task.folder, isFolder: true, isPipe: false };
    const inputs = [await readableFile(task.input)];
    const call = { signal, onProgress };
    const written = await convertFiles(request, terminal, { converter, inputs, target: place, call, kept, ask });
    for (const identity of await identitiesOf(written.outputs)) kept.add(identity);
    return written;
  };
  const run = async (task: BatchTask, ask: Terminal['askSecret'] | null) => {
    if (signal.aborted) return;
    try {
      const written = await convert(task, ask ?? nobody);
      shares.delete(task);
      report.converted(task.input, written);
    } catch (error) {
      shares.delete(task);
      if (signal.aborted) return; // It is not converted.
      if (ask === null && terminal.isInteractive && isLocked(error)) {
        locked.push(task);
        return;
      }
      if (converter.stopsAll(error)) {
        cause = error;
        ending.abort();
      } else report.failed(task.input, error);
    }
  };

  await mapBounded(tasks, converter.concurrency, (task) => run(task, null));
  await mapBounded(locked, 1, (task) => run(task, terminal.askSecret));
  if (terminal.isInteractive) terminal.status(null);
  return end(report, cause, context, asJson);
}

function end(
  report: BatchReport,
  cause: unknown,
  { interruption, terminal }: ConvertContext,
  asJson: boolean,
): ExitCode {
  const interrupted = interruption.exitCode();
  if (cause !== null && asJson) terminal.print(JSON.stringify({ error: describeError(cause) }));
  if (cause !== null && !asJson) terminal.note(`platen: ${describeError(cause).message}`);
  if (interrupted !== null && !asJson) terminal.note('platen: stopped');
  report.summary();
  if (interrupted !== null) return interrupted;
  if (cause !== null) return exitCodeOf(cause);
  return report.failures === 0 ? exitCodes.success : exitCodes.incomplete;
}

async function nobody(): Promise<null> {
  return null;
}

function isLocked(error: unknown): boolean {
  return ConversionError.is(error) && error.code === 'PDF_ENCRYPTED';
}
