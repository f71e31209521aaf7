import { counted } from '@platen/core/internal';
import { StartError } from './start-error.ts';

/** Some 40 for a server, and what it does at once: connections, uploads and worker processes take four at most each. */
const leastDescriptors = 128;

/**
 * Throws a `StartError` if the process may open too few files: it could then neither confine its workers nor accept
 * connections. Windows has no such limit.
 */
export function requireDescriptors(): void {
  const limit = descriptorLimit();
  if (limit >= leastDescriptors) return;
  throw new StartError(
    `only ${counted(limit, 'file')} may be open at once, but Platen needs ${leastDescriptors}: raise the limit of file descriptors (ulimit -n 1024)`,
  );
}

function descriptorLimit(): number {
  const { report } = process;
  if (report === undefined) return Number.POSITIVE_INFINITY;
  const setting = 'excludeNetwork' in report && report.excludeNetwork;
  Object.assign(report, { excludeNetwork: true }); // Else names of connections are looked up.
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } };
  };
  Object.assign(report, { excludeNetwork: setting }); // It is the host's.
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
