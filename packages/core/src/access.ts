import type { IncomingHttpHeaders } from 'node:http';
import type { KeyLimits } from './api-key.ts';

/** Who a request comes from. */
export interface Principal {
  /** The key of the request, for which the rate limit counts. */
  readonly keyId: string;
  /** Who its jobs, quota and idempotency belong to: the same for all keys of one owner. */
  readonly ownerId: string;
  readonly name: string;
  /** When the key was created, in milliseconds since the epoch; null where the host does not say. */
  readonly createdAt: number | null;
  /** Operations it may call, and `managementScopes`; null for everything. */
  readonly scopes: readonly string[] | null;
  readonly limits: KeyLimits;
}

/** The credentials of a request. */
export interface Credentials {
  /** The value of `X-API-Key`, or null if the request has none. */
  readonly apiKey: string | null;
  /**
   * The request, for cookies and other headers. In Express it is the `request` of the app, with what earlier
   * middleware has added to it; in Fastify it is `request.raw`; in `@platen/web` its `web` has the `Request`.
   */
  readonly request: CallerRequest;
}

/** What callers are identified by. An `IncomingMessage` of Node is one. */
export interface CallerRequest {
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The `Request` of a web-standard host, with the information that came with it; missing in other hosts. */
  readonly web?: { readonly request: Request; readonly info: object };
}

/**
 * The sender of a request, as the host identified it. Only the owner is required. A missing `keyId` or `name` is the
 * `ownerId`, missing `scopes` allow everything, and missing `limits` are those of the HTTP interface.
 */
export type AuthenticatedCaller = Pick<Principal, 'ownerId'> & Partial<Principal>;

/** Identifies who a request comes from; null for a key that is missing, unknown, revoked or expired, all alike. */
export interface Authenticator {
  /**
   * `WWW-Authenticate` of a 401, such as `Bearer realm="acme"`: how callers are to identify themselves. A scheme that means
   * nothing when not given, since a 401 must have one (RFC 9110, 15.5.2).
   */
  readonly challenge?: string;
  /** Called for each request, and every 15 s for each open event stream with the request that opened it. */
  authenticate(credentials: Credentials): Promise<AuthenticatedCaller | null>;
}

/** How many requests in which span, such as 60 in 60 000 ms. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** Where a key is within its rule, after the call that returns it. */
export interface RateState {
  readonly allowed: boolean;
  /** How many more are allowed now. */
  readonly remaining: number;
  /** Milliseconds until the window is empty again, if nothing more comes. */
  readonly resetMs: number;
  /** Milliseconds until the next one is allowed; 0 when one is allowed now. */
  readonly retryAfterMs: number;
}

/** Allows at most `limit` in *any* span of `windowMs`: a sliding window. */
export interface RateLimiter {
  /** Counts one, unless it is over the limit. */
  take(key: string, rule: RateRule): Promise<RateState>;
  /** Reads the state without counting. */
  peek(key: string, rule: RateRule): Promise<RateState>;
}
