import { ConversionError, type Principal } from '@platen/core';

/** Rejects with `FORBIDDEN` when a key may not run an operation. */
export function checkScope({ scopes }: Principal, operation: string): void {
  if (scopes === null || scopes.includes(operation)) return;
  throw new ConversionError('FORBIDDEN', `This API key may not call ${operation}`, { details: { scope: operation } });
}
