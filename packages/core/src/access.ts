import type { IncomingHttpHeaders } from 'node:http';
import type { KeyLimits } from './api-key.ts';

/** The sender of a request: a key, or a caller that the host identified. */
export interface Principal {
  /** The key of the request. The rate limit counts its requests. */
  readonly keyId: string;
  /** The owner of its jobs, quota and idempotency keys. Several keys may share an owner. */
  readonly ownerId: string;
  readonly name: string;
  /** When the key was created, in milliseconds since the epoch; null if the host does not know. */
  readonly createdAt: number | null;
  /** Operations that it may call, and `managementScopes`; null for everything. */
  readonly scopes: readonly string[] | null;
  readonly limits: KeyLimits;
}

/** The credentials of a request. */
export interface Credentials {
  /** The value of `X-API-Key`, or null if the request has none. */
  readonly apiKey: string | null;
  /**
   * The request, with its cookies and other headers. In Express, it is the `request` of the app, including fields that
   * earlier middleware set. In Fastify, it is `request.raw`. In `@platen/web`, its field `web` has the `Request`.
   */
  readonly request: CallerRequest;
}

/** The parts of a request that identify a caller. Node's `IncomingMessage` fits. */
export interface CallerRequest {
  /** The headers, by name in lower case. */
  readonly headers: IncomingHttpHeaders;
  /**
   * The `Request` of a web-standard host, and the information that the host passed with it. Other hosts have no such field.
   */
  readonly web?: { readonly request: Request; readonly info: object };
}

/**
 * The sender of a request, as the host identified it. Only the owner is required. A missing `keyId` or `name` is the
 * `ownerId`, missing `scopes` allow everything, and missing `limits` are those of the HTTP interface.
 */
export type AuthenticatedCaller = Pick<Principal, 'ownerId'> & Partial<Principal>;

/**
 * Identifies the sender of a request. Resolves to null if nobody is identified: for a key, if it is missing, unknown,
 * revoked or expired.
 */
export interface Authenticator {
  /**
   * The header `WWW-Authenticate` of a 401, such as `Bearer realm="acme"`: it tells callers how to identify themselves. By
   * default a scheme without meaning, because a 401 must have this header (RFC 9110, 15.5.2).
   */
  readonly challenge?: string;
  /** Called for each request, and every 15 s for each open event stream with the request that opened it. */
  authenticate(credentials: Credentials): Promise<AuthenticatedCaller | null>;
}

/** A number of requests in a span of time, such as 60 in 60 000 ms. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** How much of its rate limit a key has used, after the call that returns this state. */
export interface RateState {
  readonly allowed: boolean;
  /** Number of requests that are still allowed now. */
  readonly remaining: number;
  /** Milliseconds until the window is empty, if no more requests come. */
  readonly resetMs: number;
  /** Milliseconds until the next request is allowed; 0 if one is allowed now. */
  readonly retryAfterMs: number;
}

/** Allows at most `limit` in *any* span of `windowMs`: a sliding window. */
export interface RateLimiter {
  /** Counts a request, unless it exceeds the limit. */
  take(key: string, rule: RateRule): Promise<RateState>;
  /** Reads the state without counting. */
  peek(key: string, rule: RateRule): Promise<RateState>;
}
