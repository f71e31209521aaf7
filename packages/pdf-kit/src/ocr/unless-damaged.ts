import { ConversionError } from '@platen/core';

/** For `catch`: null for a page that cannot be drawn or read, which stays what it is. Throws all other errors again. */
export function unlessDamaged(error: unknown): null {
  if (ConversionError.is(error) && error.code === 'PROCESSING_FAILED') return null;
  throw error;
}
