import { errorCode, isError } from '@platen/core';
import { StartError } from '@platen/host/data-folder';

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

/** Some 40 for a server, and what it does at once: connections, uploads and worker processes take four at most each. */
const leastDescriptors = 128;

/**
 * Throws a `StartError` for a server or worker that would start with too few descriptors: it could neither confine its
 * workers nor take a connection. Windows has no such limit.
 */
export function requireDescriptors(): void {
  const limit = descriptorLimit();
  if (limit >= leastDescriptors) return;
  throw new StartError(
    `only ${limit} files may be open at once, and it needs ${leastDescriptors}: raise the limit of file descriptors (ulimit -n 1024)`,
  );
}

function descriptorLimit(): number {
  if (process.report === undefined) return Number.POSITIVE_INFINITY;
  Object.assign(process.report, { excludeNetwork: true }); // Else names of connections are looked up.
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
