import type { ServiceSettings } from '../service/start-service.ts';
import { UsageError } from '../usage-error.ts';

/** The value of `--executor`. */
export function executorOf(name: string): ServiceSettings['executor'] {
  if (name === 'processes' || name === 'threads') return name;
  throw new UsageError(`--executor is processes or threads, not "${name}"`);
}
