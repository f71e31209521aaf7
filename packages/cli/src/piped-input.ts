import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder, temporaryFolderProblem } from './temporary-folder.ts';
import { UsageError } from './usage-error.ts';

const pipes: ReadonlySet<string> = new Set(['-', '/dev/stdin']);

/** Whether an argument means standard input. */
export function isPipedInput(path: string): boolean {
  return pipes.has(path);
}

/** Files to read, with what came through the pipe as one of them until it is disposed. */
export interface PipedInputs extends AsyncDisposable {
  readonly paths: readonly string[];
}

/**
 * Replaces `-` and `/dev/stdin` by a private file named `stdin` with everything that `input` delivers, since conversions read files from any
 * position and more than once. Rejects with a `UsageError` when there are two of it.
 */
export async function readPipedInputs(
  paths: readonly string[],
  input: Readable,
  signal: AbortSignal,
): Promise<PipedInputs> {
  const count = paths.filter(isPipedInput).length;
  if (count > 1) throw new UsageError('standard input can be read only once');
  if (count === 0) return { paths, [Symbol.asyncDispose]: async () => {} };
  const folder = await makeTemporaryFolder();
  const dispose = () => folder[Symbol.asyncDispose]();
  try {
    const file = join(folder.path, 'stdin');
    await pipeline(input, createWriteStream(file, { mode: 0o600 }), { signal });
    return { paths: paths.map((path) => (isPipedInput(path) ? file : path)), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw temporaryFolderProblem(error);
  }
}
