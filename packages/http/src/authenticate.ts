import { ConversionError, type Principal } from '@platen/core';
import { type Exchange, readHeader } from './exchange.ts';
import { minuteMs, rateLimited } from './rate-limit.ts';
import type { Surface } from './surface-options.ts';

/**
 * Identifies who a request comes from. Every kind of bad key gets the same `UNAUTHORIZED`, and from one address only so
 * many a minute: then `RATE_LIMITED`. A good key always works, so that one client behind a shared address cannot lock
 * the others out.
 */
export async function authenticate(surface: Surface, { request }: Exchange): Promise<Principal> {
  const principal = await surface.authenticator.authenticate({
    apiKey: readHeader(request, 'x-api-key'),
  });
  if (principal !== null) return principal;
  const rule = { limit: surface.failedKeysPerMinute, windowMs: minuteMs };
  const rate = await surface.rateLimiter.take(`failed-keys:${request.remoteAddress}`, rule);
  if (!rate.allowed) throw rateLimited(rule, rate, 'Too many requests without a valid API key from this address');
  throw new ConversionError('UNAUTHORIZED', 'The X-API-Key header carries no valid API key');
}
