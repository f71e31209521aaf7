import { ConversionError } from '@platen/core';
import { errorCode } from '@platen/core/internal';
import { DatabaseUnusableError } from './database-unusable-error.ts';

/** Unreachable, restarting, too slow, out of connections: all are the store being down to the caller. */
function storeUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The database is not available', {
    details: { reason: 'store_unavailable' },
    cause,
  });
}

/** What a call rejects with. Values that PostgreSQL refuses are refused again: trying later does not help. */
export function toStoreError(error: unknown): Error {
  if (ConversionError.is(error) || error instanceof DatabaseUnusableError) return error;
  // Classes 22 and 23: data exceptions and violated constraints.
  if (/^2[23]/.test(sqlStateOf(error))) {
    return new ConversionError('INTERNAL_ERROR', 'The database refused a value', { cause: error });
  }
  return storeUnavailable(error);
}

/** The five characters of https://www.postgresql.org/docs/current/errcodes-appendix.html, or ''. */
function sqlStateOf(error: unknown): string {
  const code = errorCode(error);
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
