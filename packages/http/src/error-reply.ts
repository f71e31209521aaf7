import { ConversionError, type ErrorData, errorTable } from '@platen/core';
import { toConversionError } from '@platen/core/internal';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';

/** The one body every error has. */
export interface ErrorBody extends ErrorData {
  readonly correlationId: string;
}

/** Seconds after which a client may try again, where an error says nothing itself. */
const defaultRetryAfterSeconds = 5;

/** The reply to a request that failed with this error, according to the error table. */
export function errorReply(thrown: unknown, correlationId: string): HttpReply {
  const error = toKnownError(thrown);
  const body: ErrorBody = { code: error.code, message: error.message, correlationId, details: error.details };
  return jsonReply(errorTable[error.code].status, body, errorHeaders(error));
}

/**
 * A `ConversionError` for anything that was thrown. An unexpected error becomes `INTERNAL_ERROR` without details; only the
 * log shows its cause.
 */
export function toKnownError(thrown: unknown): ConversionError {
  return toConversionError(
    thrown,
    (cause) => new ConversionError('INTERNAL_ERROR', 'Something unexpected went wrong', { cause }),
  );
}

function errorHeaders({ code, details }: ConversionError): Record<string, string> {
  switch (code) {
    case 'METHOD_NOT_ALLOWED':
      return { Allow: Array.isArray(details.allowed) ? details.allowed.join(', ') : '' };
    case 'IDEMPOTENCY_CONFLICT':
      // Only while the first request is in progress: a different request under the same key would conflict later too.
      return details.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(details.retryAfterSeconds) };
    case 'RATE_LIMITED':
    case 'SERVICE_UNAVAILABLE':
      return { 'Retry-After': String(details.retryAfterSeconds ?? defaultRetryAfterSeconds) };
    default:
      return {};
  }
}
