import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, type JobWarning } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { needsFolder, type OutputTarget, writeOutputs } from '../output-target.ts';
import { refuseExisting } from '../place-file.ts';
import type { Terminal } from '../terminal.ts';
import { unlock } from '../unlock.ts';
import type { Converted, Converter, ConverterCall } from './converter.ts';
import type { ConvertRequest } from './request.ts';

/** What became of the files of one conversion. */
export interface WrittenResult {
  /** Where the results are; none for standard output. */
  readonly outputs: readonly string[];
  readonly warnings: readonly JobWarning[];
  /** Bytes before and after, of an operation that is about them. */
  readonly sizes: { readonly before: number; readonly after: number } | null;
}

/** How one conversion is done. */
export interface FileConversion {
  readonly converter: Converter;
  /** As the operation gets them. */
  readonly inputs: readonly string[];
  /** Where its results go: that of the request, or a folder of a batch below it. */
  readonly target: OutputTarget;
  readonly call: Pick<ConverterCall, 'signal' | 'onProgress'>;
  /** Identities of the files and results of the same batch, none of which may be replaced. */
  readonly kept: ReadonlySet<string>;
  readonly ask: Terminal['askSecret'];
}

/**
 * Converts files that belong together and writes what comes out. What would not be written is refused before, where it can be
 * told: a file that is there, several results for one name.
 */
export async function convertFiles(
  request: ConvertRequest,
  { output }: Terminal,
  { converter, inputs, target, call, kept, ask }: FileConversion,
): Promise<WrittenResult> {
  const { operation, force, format, passwords } = request;
  const placement = { force, inputs, kept };
  const destination = expectedResult(target, format.nameFor(inputs[0] ?? ''));
  if (destination !== null) await refuseExisting(destination, placement);
  const fields = readOptionFields(operation);
  const canUnlock = fields.has('password');
  const unlocking = { passwords: canUnlock ? passwords : [], atOnce: fields.isList('password'), ask };
  const maxOutputs = target.isFolder ? undefined : 1;
  try {
    await using converted = await unlock(unlocking, (tried) => {
      const password = fields.isList('password') ? tried : tried[0];
      const options = tried.length === 0 ? format.options : { ...format.options, password };
      return converter.convert(inputs, options, { ...call, maxOutputs });
    });
    // Before the result is written: it may replace the file.
    const sizes = operation.tellsSizes === true ? await sizesOf(inputs, converted.outputs) : null;
    const outputs = await writeOutputs(converted.outputs, target, { ...placement, pipe: output });
    return { outputs, warnings: converted.warnings, sizes };
  } catch (error) {
    throw tooMany(error) ?? error;
  }
}

/** Where the one result will be, when that is known before. */
function expectedResult(target: OutputTarget, name: string | null): string | null {
  if (target.isPipe) return null;
  if (!target.isFolder) return target.path;
  return name === null ? null : join(target.path, name);
}

/** The operation was allowed one result, for it has one name. */
function tooMany(error: unknown): Error | null {
  if (!ConversionError.is(error) || error.details.limit !== 'maxOutputs' || error.details.allowed !== 1) return null;
  return needsFolder(Number(error.details.actual));
}

/** Compressing is about bytes: they are told with and without a terminal. */
async function sizesOf([input]: readonly string[], [output]: Converted['outputs']): Promise<WrittenResult['sizes']> {
  if (input === undefined || output === undefined) return null;
  return { before: (await stat(input)).size, after: output.sizeBytes };
}
