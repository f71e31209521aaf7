import { ConversionError } from '@platen/core';

/** True when a store is down: what failed may work later. */
export function isOutage(error: unknown): boolean {
  return ConversionError.is(error) && error.code === 'SERVICE_UNAVAILABLE';
}
