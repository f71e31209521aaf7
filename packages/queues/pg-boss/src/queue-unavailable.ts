import { ConversionError } from '@platen/core';

export function queueUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The queue is not available', {
    details: { reason: 'queue_unavailable' },
    cause,
  });
}

export function queueClosed(): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The queue is closed', { details: { reason: 'queue_closed' } });
}

/** What a call comes to, or `SERVICE_UNAVAILABLE` when it fails or takes longer. */
export async function answered<Answer>(call: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([call, late.promise]);
  } catch (error) {
    throw ConversionError.is(error) ? error : queueUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
