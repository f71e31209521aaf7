import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConvertedFile } from '@platen/core';
import { counted } from '@platen/core/internal';
import { type Placement, placeFile, refuseExisting } from './place-file.ts';
import { outputProblem } from './standard-output.ts';
import { UsageError } from './usage-error.ts';

/** Where `-o` points: at a folder when it ends in a slash or is one, at standard output when it is `-`, else at a file. */
export interface OutputTarget {
  readonly path: string;
  readonly isFolder: boolean;
  readonly isPipe: boolean;
}

/** Whether `-o` means standard output. Redirected into a file, /dev/stdout is a link to it: replacing would replace the link. */
export function isStandardOutput(output: string): boolean {
  return output === '-' || output === '/dev/stdout';
}

export async function resolveOutputTarget(output: string): Promise<OutputTarget> {
  if (isStandardOutput(output)) return { path: output, isFolder: false, isPipe: true };
  const known = await stat(output).catch(() => null);
  const isFolder = /[\\/]$/.test(output) || known?.isDirectory() === true;
  return { path: resolve(output), isFolder, isPipe: false };
}

/** What is said when the one name of `-o` would have to do for `count` files. */
export function needsFolder(count: number): UsageError {
  return new UsageError(`${counted(count, 'file')} or more come out: give -o a folder, such as -o pages/`);
}

/**
 * Copies outputs to the target, each whole or not at all, and returns where they are. Rejects with a `UsageError` when several
 * files would have to become one, with a `ResultExistsError` before any is written when one of them is there and not to be
 * replaced, with a `StartError` when the target cannot be written. Nothing is returned for `pipe`, which is left open.
 */
export async function writeOutputs(
  files: readonly ConvertedFile[],
  target: OutputTarget,
  { pipe, ...placement }: Placement & { readonly pipe: Writable },
): Promise<readonly string[]> {
  if (!target.isFolder && files.length > 1) throw needsFolder(files.length);
  if (target.isPipe) {
    for (const { path } of files) await writeToPipe(path, pipe);
    return [];
  }
  const places = files.map(({ path, fileName }) => ({
    path,
    destination: target.isFolder ? join(target.path, fileName) : target.path,
  }));
  for (const { destination } of places) await refuseExisting(destination, placement);
  for (const { path, destination } of places) await placeFile(path, destination, placement);
  return places.map(({ destination }) => destination);
}

/** Writes a file to a pipe, which is left open. A reader that has enough, such as `head`, closes its end: not an error. */
export async function writeToPipe(path: string, pipe: Writable): Promise<void> {
  try {
    await pipeline(createReadStream(path), pipe, { end: false });
  } catch (error) {
    const problem = outputProblem(error);
    if (problem !== null) throw problem;
  }
}
