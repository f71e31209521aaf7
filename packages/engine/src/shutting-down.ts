import { ConversionError } from '@platen/core';

/** What a conversion under way is rejected with when the engine stops. */
export function shuttingDown(): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The service is shutting down', {
    details: { reason: 'draining' },
  });
}
