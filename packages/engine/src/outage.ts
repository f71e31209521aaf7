import { ConversionError } from '@platen/core';

/** True when the error means that a store is down: the call may succeed later. */
export function isOutage(error: unknown): boolean {
  return ConversionError.is(error) && error.code === 'SERVICE_UNAVAILABLE';
}
