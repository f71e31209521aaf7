import { ConversionError, invalidRequest } from '@platen/core';
import type { HttpRequest } from './http-message.ts';

/** One request being answered, and what is known about it so far. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly correlationId: string;
  /** Headers for whatever the answer turns out to be, errors included: each step adds its own. */
  readonly replyHeaders: Record<string, string>;
}

const correlationIdPattern = /^[\w.-]{1,128}$/;

/** Begins an exchange: an inbound `X-Correlation-Id` is honoured when it is well formed. */
export function beginExchange(request: HttpRequest, newId: () => string): Exchange {
  const inbound = readHeader(request, 'x-correlation-id');
  const correlationId = inbound !== null && correlationIdPattern.test(inbound) ? inbound : newId();
  return { request, correlationId, replyHeaders: { 'X-Correlation-Id': correlationId } };
}

/** A request header by its lower-case name; null when it is absent. */
export function readHeader(request: HttpRequest, name: string): string | null {
  const value = request.message.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/**
 * The absolute URL of a path of the surface, below the mount point. `publicUrl` replaces protocol and host (and may
 * add the path that a proxy strips); without it they are what the host framework says. Rejects a `Host` header that
 * makes no URL with `INVALID_REQUEST`.
 */
export function absoluteUrl({ request }: Exchange, publicUrl: string | null, path: string): URL {
  const base = publicUrl ?? request.origin;
  try {
    return new URL(`${base}${request.mountPath}${path}`);
  } catch (cause) {
    const { details, message } = invalidRequest([{ field: 'Host', problem: 'is not a host name' }]);
    throw new ConversionError('INVALID_REQUEST', message, { details, cause });
  }
}
