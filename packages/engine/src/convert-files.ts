import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Conversion,
  ConversionError,
  type ConversionInput,
  type ConvertedFile,
  type ConvertSettings,
  invalidRequest,
  type Logger,
  type Operation,
} from '@platen/core';
import { checkLimits, checkOptions, perFileProblems } from '@platen/core/internal';
import type { ResolvedOptions } from './engine-options.ts';
import { monotonic } from './monotonic.ts';
import { runOperation } from './run-operation.ts';
import { stageInputs } from './stage-inputs.ts';
import type { StagingArea } from './staging-area.ts';

/** What runs a conversion, and where its files are. */
export interface ConvertParts extends Pick<ResolvedOptions, 'executor' | 'limits' | 'logger'> {
  readonly staging: StagingArea;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
}

/** Runs an operation in process, without a job. The folder of its outputs is handed to the caller with the result. */
export async function convertFiles(
  { executor, staging, stopping, logger, ...parts }: ConvertParts,
  operation: Operation,
  inputs: readonly ConversionInput[],
  given: Readonly<Record<string, unknown>>,
  settings: ConvertSettings,
): Promise<Conversion> {
  const limits = { ...parts.limits, ...checkLimits(settings.limits) };
  const checked = await checkOptions(operation, given);
  const problems = perFileProblems(operation, checked.options, inputs.length);
  if (problems.length > 0) throw invalidRequest(problems);
  const signal = settings.signal === undefined ? stopping : AbortSignal.any([settings.signal, stopping]);
  stopping.throwIfAborted();
  const folder = await staging.create();
  try {
    const place = { folder: folder.path, copyPaths: executor.isolated, signal };
    const staged = await stageInputs(inputs, operation, limits, place);
    const outputDir = join(folder.path, 'out');
    await mkdir(outputDir);
    const result = await runOperation<ConvertedFile>({
      operation,
      task: { inputs: staged, options: { ...checked.options, ...checked.secrets }, outputDir, limits },
      executor,
      signal,
      timeoutMs: settings.timeoutMs,
      logger,
      logFields: {},
      onProgress: monotonic(guarded(settings.onProgress, logger)),
      collect: async (output, sizeBytes) => ({ ...output, sizeBytes }),
    });
    const warnings = [...checked.warnings, ...result.warnings];
    return { ...result, warnings, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw named(error, settings.signal, stopping);
  }
}

/** Called from a worker's message, where an exception or rejection of the caller's function would end the process. */
export function guarded(report: ConvertSettings['onProgress'], logger: Logger): (fraction: number) => Promise<void> {
  return async (fraction) => {
    try {
      await report?.(fraction);
    } catch (error) {
      logger.error({ err: error }, 'onProgress threw');
    }
  };
}

/**
 * The engine knows who aborted: what the caller's signal stopped was cancelled. Any other failure while the engine
 * stops is caused by the stop, which removes the files of its conversions.
 */
function named(error: unknown, signal: AbortSignal | undefined, stopping: AbortSignal): unknown {
  if (signal?.aborted === true && error === signal.reason) {
    return new ConversionError('CANCELLED', 'The conversion was cancelled', { cause: error });
  }
  return stopping.aborted ? stopping.reason : error;
}
