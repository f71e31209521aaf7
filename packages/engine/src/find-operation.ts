import { ConversionError, type Operation } from '@platen/core';
import { suggest } from '@platen/core/internal';
import type { ResolvedOptions } from './engine-options.ts';

/** The operation of this name. Throws `SERVICE_UNAVAILABLE` when this engine has none: another may. */
export function findOperation({ operations }: Pick<ResolvedOptions, 'operations'>, name: string): Operation {
  const operation = operations.get(name);
  if (operation !== undefined) return operation;
  throw new ConversionError(
    'SERVICE_UNAVAILABLE',
    `This engine has no operation "${name}"${suggest(name, [...operations.keys()])}`,
    {
      details: { reason: 'unknown_operation' },
    },
  );
}
