import { dirname, join, parse, relative, resolve } from 'node:path';
import { isPipedInput } from '../piped-input.ts';
import { UsageError } from '../usage-error.ts';
import type { CollectedInputs } from './collect-inputs.ts';

/** One conversion of a batch. */
export interface BatchTask {
  /** The file, as it was named or found. */
  readonly input: string;
  /** Where its results go: absolute. */
  readonly folder: string;
}

const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

/**
 * A task for each file, once for one that is named twice. Results keep the folders of their files below the folder that all have in
 * common. Throws a `UsageError` when results of two files would have one name, and for standard input.
 */
export function planBatch({ files, base }: Pick<CollectedInputs, 'files' | 'base'>, output: string): BatchTask[] {
  if (files.some(isPipedInput)) throw new UsageError('standard input is converted alone, not among other files');
  const once = new Map(files.map((file) => [resolve(file), file]));
  const taken = new Map<string, string>();
  return [...once].map(([path, input]) => {
    const folder = join(output, relative(base, dirname(path)));
    const name = join(folder, parse(path).name);
    const key = ignoresCase ? name.toLowerCase() : name;
    const other = taken.get(key);
    if (other !== undefined) {
      throw new UsageError(
        `the results of "${other}" and "${input}" would have the same name: convert them separately`,
      );
    }
    taken.set(key, input);
    return { input, folder };
  });
}
