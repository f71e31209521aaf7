import { type AuthenticatedCaller, ConversionError, type Principal } from '@platen/core';
import { clientNetwork } from './client-network.ts';
import type { Exchange } from './exchange.ts';
import { minuteMs, rateLimited } from './rate-limit.ts';
import type { Surface } from './surface-options.ts';

/**
 * Identifies who a request comes from. Every kind of bad key gets the same `UNAUTHORIZED`, a missing one another, since it
 * says nothing of any key; from one address only so many a minute: then `RATE_LIMITED`. A good key always works, so that one
 * client behind a shared address cannot lock the others out.
 */
export async function authenticate(
  surface: Surface,
  { request, credentials, replyHeaders }: Exchange,
): Promise<Principal> {
  const { authenticator, keys } = surface;
  const hasKeys = keys !== null;
  const caller: unknown = await authenticator.authenticate(credentials);
  if (caller !== null && caller !== undefined) return toPrincipal(caller);
  const rule = { limit: surface.failedKeysPerMinute, windowMs: minuteMs };
  const rate = await surface.rateLimiter.take(`failed-keys:${clientNetwork(request.remoteAddress)}`, rule);
  if (!rate.allowed)
    throw rateLimited(
      rule,
      rate,
      hasKeys
        ? 'Too many requests without a valid API key from this address'
        : 'Too many requests from this address that do not identify their sender',
    );
  throw unauthorized(
    surface,
    replyHeaders,
    hasKeys ? keyProblem(credentials.apiKey) : 'The request does not identify its sender',
  );
}

/** Whether a request that takes long still comes from whom it came: keys are revoked and expire. */
export async function isStillFrom(
  surface: Surface,
  { credentials }: Exchange,
  { ownerId }: Principal,
): Promise<boolean> {
  return (await surface.authenticator.authenticate(credentials))?.ownerId === ownerId;
}

/**
 * Wants the key of an upload, which may take long, to be valid at its end as well; rejects with `UNAUTHORIZED`. A host
 * that authenticates by itself may know a caller only once, as by a token that is used up.
 */
export async function expectStillValid(surface: Surface, exchange: Exchange, principal: Principal): Promise<void> {
  if (surface.keys === null || (await isStillFrom(surface, exchange, principal))) return;
  throw unauthorized(surface, exchange.replyHeaders, 'The API key was revoked or expired during the upload');
}

function unauthorized({ authenticator }: Surface, replyHeaders: Exchange['replyHeaders'], message: string) {
  replyHeaders['WWW-Authenticate'] = authenticator.challenge ?? 'Host realm="platen"';
  return new ConversionError('UNAUTHORIZED', message);
}

/** Unknown, revoked and expired keys are told apart by nobody who has none. */
function keyProblem(apiKey: string | null): string {
  return apiKey === null || apiKey === ''
    ? 'The request has no API key: send it in the header X-API-Key'
    : 'The API key in the header X-API-Key is not valid';
}

/** From a host in JavaScript it may be anything. Without an owner, jobs of strangers would share one. */
function toPrincipal(caller: unknown): Principal {
  const { ownerId, ...given } = Object(caller) as Partial<AuthenticatedCaller>;
  if (typeof ownerId !== 'string' || ownerId === '') {
    throw new TypeError('the authenticator of the host must resolve to null or an object with an ownerId, a string');
  }
  return { ownerId, keyId: ownerId, name: ownerId, createdAt: null, scopes: null, limits: {}, ...given };
}
