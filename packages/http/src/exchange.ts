import { type Credentials, invalidRequest, type Principal } from '@platen/core';
import type { HttpRequest } from './http-message.ts';

/** One request being answered, and what is known about it so far. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly correlationId: string;
  readonly credentials: Credentials;
  /** Known where another request of the same caller led to this one; else null. */
  readonly caller: Principal | null;
  /** Headers of the answer, errors included; each step adds its own. */
  readonly replyHeaders: Record<string, string>;
}

const correlationIdPattern = /^[\w.-]{1,128}$/;

/** Begins an exchange: an inbound `X-Correlation-Id` is honoured when it is well formed. */
export function beginExchange(request: HttpRequest, newId: () => string): Exchange {
  const inbound = readHeader(request, 'x-correlation-id');
  const correlationId = inbound !== null && correlationIdPattern.test(inbound) ? inbound : newId();
  const credentials = { apiKey: readHeader(request, 'x-api-key'), request: request.message };
  return { request, correlationId, credentials, caller: null, replyHeaders: { 'X-Correlation-Id': correlationId } };
}

/** A request header by its lower-case name; null when it is absent. */
export function readHeader(request: HttpRequest, name: string): string | null {
  const value = request.message.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/**
 * Rejects a request whose links nobody could follow with `INVALID_REQUEST`, before anything is done for it: a `Host`
 * header that is missing, empty, sent twice, or holds more than a host and a port. With a `publicUrl` it does not matter.
 */
export function checkHost({ request: { origin, message } }: Exchange, publicUrl: string | null): void {
  if (publicUrl !== null) return;
  // Requests that a test makes up (`inject` of Fastify) have no `headersDistinct`.
  const hosts = message.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts <= 1 && /^https?:\/\/[^\s/?#@\\]+$/i.test(origin) && URL.canParse(origin)) return;
  throw invalidRequest([{ field: 'Host', problem: 'is not a host name' }]);
}

/**
 * The absolute URL of a path of the surface, below the mount point. `publicUrl` replaces protocol and host (and may
 * add the path that a proxy strips); without it they are what the host framework says, which `checkHost` has looked at.
 */
export function absoluteUrl({ request }: Exchange, publicUrl: string | null, path: string): URL {
  return new URL(`${publicUrl ?? request.origin}${request.mountPath}${path}`);
}
