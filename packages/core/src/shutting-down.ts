import { ConversionError } from './errors.ts';

/** What a conversion or an upload under way is rejected with when the service stops. */
export function shuttingDown(): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The service is shutting down', {
    details: { reason: 'draining' },
  });
}
