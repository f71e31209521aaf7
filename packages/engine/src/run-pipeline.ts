import {
  type Conversion,
  ConversionError,
  type ConversionInput,
  type ConvertSettings,
  invalidRequest,
  type JobWarning,
  type Operation,
  type PipelineStep,
} from '@platen/core';
import { checkOptions } from '@platen/core/internal';
import { checkSteps } from './check-calls.ts';
import { guarded } from './convert-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findOperation } from './find-operation.ts';

/** Converts by one operation. */
export type Convert = (
  operation: string | Operation,
  inputs: ConversionInput | readonly ConversionInput[],
  options: Readonly<Record<string, unknown>>,
  settings: ConvertSettings,
) => Promise<Conversion>;

/**
 * Runs steps one after the other, each on the outputs of the one before. The options of all are checked before the first
 * begins; the error of a step names it. The result has the warnings of all steps.
 */
export async function runPipeline(
  parts: Pick<ResolvedOptions, 'operations' | 'logger'>,
  convert: Convert,
  steps: readonly PipelineStep[],
  inputs: ConversionInput | readonly ConversionInput[],
  settings: ConvertSettings = {},
): Promise<Conversion> {
  checkSteps(steps);
  if (steps.length === 0) throw invalidRequest([{ field: 'steps', problem: 'a pipeline needs a step' }]);
  for (const [index, step] of steps.entries()) await atStep(index, step, () => checkStep(parts, step));
  const report = guarded(settings.onProgress, parts.logger);
  const warnings: JobWarning[] = [];
  let durationMs = 0;
  let last: Conversion | null = null;
  for (const [index, step] of steps.entries()) {
    const given: ConversionInput | readonly ConversionInput[] =
      last === null ? inputs : last.outputs.map(({ path, fileName }) => ({ fileName, data: path }));
    const own: ConvertSettings = { ...settings, onProgress: (share) => report((index + share) / steps.length) };
    await using _files = last;
    last = await atStep(index, step, () => convert(step.operation, given, { ...step.options }, own));
    await report((index + 1) / steps.length);
    warnings.push(...last.warnings);
    durationMs += last.durationMs;
  }
  return { ...(last as Conversion), warnings, durationMs };
}

async function checkStep(
  parts: Pick<ResolvedOptions, 'operations'>,
  { operation, options = {} }: PipelineStep,
): Promise<void> {
  const known = typeof operation === 'string' ? findOperation(parts, operation) : operation;
  await checkOptions(known, { ...options });
}

/** The error of a step, with which one it was: `details.step` is counted from 1. */
async function atStep<Result>(index: number, step: PipelineStep, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!ConversionError.is(error) || error.code === 'CANCELLED') throw error;
    const operation = typeof step.operation === 'string' ? step.operation : step.operation.name;
    const message = `Step ${index + 1}, ${operation}: ${error.message}`;
    const details = { ...error.details, step: index + 1, operation };
    throw new ConversionError(error.code, message, { details, cause: error.cause });
  }
}
