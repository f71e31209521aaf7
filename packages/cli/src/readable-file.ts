import { readProblem } from '@platen/core/fs';
import { UsageError } from './usage-error.ts';

/** The path, when it is of a file that can be read; else rejects with a `UsageError` that says why not. */
export async function readableFile(path: string): Promise<string> {
  const problem = await readProblem(path);
  if (problem === null) return path;
  throw new UsageError(`"${path}" cannot be read: ${problem}`);
}
