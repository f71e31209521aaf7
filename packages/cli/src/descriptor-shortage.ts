import { errorCode, isError } from '@platen/core/internal';
import { StartError } from '@platen/host/folder-problem';

/** Node's loader says it in words alone when it cannot open the `package.json` beside a module. */
const inWords = /: too many open files\.?$/;

/** What a command says that has too few file descriptors to load its own modules; null for any other error. */
export function descriptorShortage(error: unknown): StartError | null {
  const isShort = ['EMFILE', 'ENFILE'].includes(errorCode(error)) || (isError(error) && inWords.test(error.message));
  if (!isShort) return null;
  return new StartError('too many files are open: raise the limit of file descriptors (ulimit -n 1024)', {
    cause: error,
  });
}
