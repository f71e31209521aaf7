import {
  type Authenticator,
  type Clock,
  type ConversionEngine,
  createKeyAuthenticator,
  type IdGenerator,
  type KeyStore,
  type Limits,
  type Logger,
  type QuotaStore,
  type RateLimiter,
  randomId,
  silentLogger,
  systemClock,
} from '@platen/core';
import { createMemoryQuotaStore, createMemoryRateLimiter } from '@platen/core/memory';

export interface HttpSurfaceOptions {
  readonly engine: ConversionEngine;
  /** The keys that may call. Give these, or an `authenticator` of your own. */
  readonly keys?: KeyStore;
  readonly authenticator?: Authenticator;
  /** Sign download links: the first one signs, all of them verify, so that they can be rotated. At least 32 characters each. */
  readonly linkSecrets: readonly string[];
  /** Protocol, host and stripped path that clients use, such as `https://api.example.com`. Default: what the host framework says of the request. */
  readonly publicUrl?: string;
  /** Counts requests. In memory by default: right for one process. */
  readonly rateLimiter?: RateLimiter;
  /** Counts jobs a month. In memory by default: forgotten at a restart. */
  readonly quotas?: QuotaStore;
  /** Requests of one key in any 60 s, unless the key says otherwise; null for unlimited. Default 60. */
  readonly requestsPerMinute?: number | null;
  /** Jobs of one key in a calendar month (UTC), unless the key says otherwise; null for unlimited, the default. */
  readonly quotaPerMonth?: number | null;
  /** Requests with a bad key from one address in any 60 s that are told so; further ones get 429. Default 30. */
  readonly failedKeysPerMinute?: number;
  /** Bounds that differ from the engine's. */
  readonly limits?: Partial<Limits>;
  /** How long a download link is valid; every poll mints fresh ones. Default 3600. */
  readonly linkTtlSeconds?: number;
  /** Serve the OpenAPI document at `/api/openapi.json`. Default false. */
  readonly openapi?: boolean;
  /** Serve `/healthz` and `/readyz`. Default false. */
  readonly health?: boolean;
  /** Serve Prometheus counters at `/metrics`. Default false. */
  readonly metrics?: boolean;
  readonly clock?: Clock;
  readonly newId?: IdGenerator;
  readonly logger?: Logger;
}

/** Surface options with every default in place. */
export interface Surface {
  readonly engine: ConversionEngine;
  readonly authenticator: Authenticator;
  readonly linkSecrets: readonly string[];
  /** Without a slash at its end; null to take it from the request. */
  readonly publicUrl: string | null;
  readonly rateLimiter: RateLimiter;
  readonly quotas: QuotaStore;
  readonly requestsPerMinute: number | null;
  readonly quotaPerMonth: number | null;
  readonly failedKeysPerMinute: number;
  readonly limits: Partial<Limits>;
  readonly linkTtlMs: number;
  readonly openapi: boolean;
  readonly health: boolean;
  readonly metrics: boolean;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
}

const minSecretLength = 32;

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions(options: HttpSurfaceOptions): Surface {
  const clock = options.clock ?? systemClock;
  return {
    engine: options.engine,
    authenticator: resolveAuthenticator(options, clock),
    linkSecrets: checkSecrets(options.linkSecrets),
    publicUrl: options.publicUrl === undefined ? null : checkPublicUrl(options.publicUrl),
    rateLimiter: options.rateLimiter ?? createMemoryRateLimiter({ clock }),
    quotas: options.quotas ?? createMemoryQuotaStore(),
    requestsPerMinute: options.requestsPerMinute === undefined ? 60 : options.requestsPerMinute,
    quotaPerMonth: options.quotaPerMonth ?? null,
    failedKeysPerMinute: options.failedKeysPerMinute ?? 30,
    limits: options.limits ?? {},
    linkTtlMs: (options.linkTtlSeconds ?? 3600) * 1000,
    openapi: options.openapi ?? false,
    health: options.health ?? false,
    metrics: options.metrics ?? false,
    clock,
    newId: options.newId ?? randomId,
    logger: options.logger ?? silentLogger,
  };
}

function resolveAuthenticator({ authenticator, keys }: HttpSurfaceOptions, clock: Clock): Authenticator {
  if (authenticator !== undefined) return authenticator;
  if (keys !== undefined) return createKeyAuthenticator({ keys, clock });
  throw new TypeError('Give either keys (a KeyStore) or an authenticator');
}

function checkSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length > 0 && secrets.every(({ length }) => length >= minSecretLength)) return secrets;
  throw new TypeError(`linkSecrets needs at least one secret, and each at least ${minSecretLength} characters`);
}

function checkPublicUrl(publicUrl: string): string {
  if (/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) return publicUrl.replace(/\/+$/, '');
  throw new TypeError(`publicUrl must be an absolute http or https URL, not "${publicUrl}"`);
}
