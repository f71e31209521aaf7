import {
  type AgentEndpoint,
  type Authenticator,
  type Clock,
  type ConversionEngine,
  type IdGenerator,
  type KeyStore,
  type Limits,
  type Logger,
  type RateLimiter,
  systemClock,
  type WebhookStore,
} from '@platen/core';
import {
  checkLimits,
  checkLinkSecrets,
  checkOptionNames,
  createKeyAuthenticator,
  isPromise,
  type OptionNames,
  positiveOption,
  randomId,
  shownValue,
  stderrLogger,
  storeParts,
} from '@platen/core/internal';
import { createMemoryRateLimiter } from '@platen/core/memory';
import { pluginSettings } from './fastify-message.ts';

/**
 * The options of the HTTP interface. Required are an engine, `keys` or an `authenticator`, and the secrets that sign links.
 */
export interface HttpSurfaceOptions {
  readonly engine: ConversionEngine;
  /** The keys that may call. Give either `keys` or your own `authenticator`. */
  readonly keys?: KeyStore;
  readonly authenticator?: Authenticator;
  /**
   * Secrets of download links, at least 32 characters each. The first one signs, all of them verify, so that you can rotate
   * them.
   */
  readonly linkSecrets: readonly string[];
  /**
   * Protocol, host and stripped path that clients use, such as `https://api.example.com`. By default, those that the
   * framework of the host reports.
   */
  readonly publicUrl?: string;
  /** Counts requests. In memory by default, which is right for one process. */
  readonly rateLimiter?: RateLimiter;
  /** Requests of one key in any 60 s, unless the key says otherwise; null for unlimited. Default 60. */
  readonly requestsPerMinute?: number | null;
  /** Jobs of one owner in a calendar month (UTC), unless the key says otherwise; null for unlimited, the default. */
  readonly quotaPerMonth?: number | null;
  /** Requests with a bad key from one address in any 60 s that get 401; further ones get 429. Default 30. */
  readonly failedKeysPerMinute?: number;
  /**
   * Allows an engine that converts in this process, where a hostile file can crash the process: for files from people that
   * you trust. Without this option, such an engine is refused. Default false.
   */
  readonly trustUploads?: boolean;
  /** Limits that differ from those of the engine. */
  readonly limits?: Partial<Limits>;
  /** How long a download link is valid, in milliseconds. Every poll returns new links. Default 3 600 000, an hour. */
  readonly linkTtlMs?: number;
  /**
   * Answers downloads with 302 and a signed address of the blob store, if the store has such addresses. The file then does
   * not pass through this process, and everybody who sees the address learns where files are kept. Default false.
   */
  readonly directDownloads?: boolean;
  /** Serves the routes to manage jobs below `/api/manage`, for the same keys: docs/management.md. Default false. */
  readonly manage?: boolean;
  /** Serves the OpenAPI document at `/api/openapi.json`. Default false. */
  readonly openapi?: boolean;
  /** Serves `/healthz` and `/readyz`. Default false. */
  readonly health?: boolean;
  /** Serves agents at `/mcp`: `mcpEndpoint()` of `@platen/mcp`. None by default. */
  readonly mcp?: AgentEndpoint;
  /** Serves Prometheus counters at `/metrics`, without a key. Default false. */
  readonly metrics?: boolean;
  /** The store of webhooks, for `/metrics`. Without it, there are no metrics of webhooks. */
  readonly webhookStore?: Pick<WebhookStore, 'overdue'> | null;
  readonly clock?: Clock;
  readonly newId?: IdGenerator;
  /** By default, warnings and errors go to standard error; `silentLogger` logs nothing. */
  readonly logger?: Logger;
}

const optionNames: OptionNames<HttpSurfaceOptions> = {
  engine: true,
  keys: true,
  authenticator: true,
  linkSecrets: true,
  publicUrl: true,
  rateLimiter: true,
  requestsPerMinute: true,
  quotaPerMonth: true,
  failedKeysPerMinute: true,
  trustUploads: true,
  limits: true,
  linkTtlMs: true,
  directDownloads: true,
  manage: true,
  openapi: true,
  health: true,
  mcp: true,
  metrics: true,
  webhookStore: true,
  clock: true,
  newId: true,
  logger: true,
};

/** Other properties of what `createPlaten` resolves to, which may be passed as a whole. */
const otherNames = { webhooks: true, stop: true } as const;

/** Surface options with every default in place. */
export interface Surface {
  readonly engine: ConversionEngine;
  /** Null when the host authenticates by itself. */
  readonly keys: KeyStore | null;
  readonly authenticator: Authenticator;
  readonly linkSecrets: readonly string[];
  /** Without a slash at its end; null to take it from the request. */
  readonly publicUrl: string | null;
  readonly rateLimiter: RateLimiter;
  readonly requestsPerMinute: number | null;
  readonly quotaPerMonth: number | null;
  readonly failedKeysPerMinute: number;
  readonly limits: Partial<Limits>;
  readonly linkTtlMs: number;
  readonly directDownloads: boolean;
  readonly manage: boolean;
  readonly openapi: boolean;
  readonly health: boolean;
  readonly mcp: AgentEndpoint | null;
  readonly metrics: boolean;
  readonly webhookStore: Pick<WebhookStore, 'overdue'> | null;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
}

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions(options: HttpSurfaceOptions): Surface {
  checkEngine(options);
  const clock = options.clock ?? systemClock;
  return {
    engine: checkIsolation(options),
    keys: options.authenticator === undefined ? (options.keys ?? null) : null,
    authenticator: resolveAuthenticator(options, clock),
    linkSecrets: checkLinkSecrets(options.linkSecrets),
    publicUrl: options.publicUrl === undefined ? null : checkPublicUrl(options.publicUrl),
    rateLimiter: options.rateLimiter ?? createMemoryRateLimiter({ clock }),
    requestsPerMinute: checkCount('requestsPerMinute', options.requestsPerMinute, 60),
    quotaPerMonth: checkCount('quotaPerMonth', options.quotaPerMonth, null),
    failedKeysPerMinute: checkCount('failedKeysPerMinute', options.failedKeysPerMinute, 30),
    limits: checkLimits(options.limits),
    linkTtlMs: positiveOption('linkTtlMs', options.linkTtlMs ?? 3_600_000),
    directDownloads: options.directDownloads ?? false,
    manage: options.manage ?? false,
    openapi: options.openapi ?? false,
    health: options.health ?? false,
    mcp: checkEndpoint(options.mcp),
    metrics: options.metrics ?? false,
    webhookStore: options.webhookStore ?? null,
    clock,
    newId: options.newId ?? randomId,
    logger: options.logger ?? stderrLogger,
  };
}

const whatToPass = "pass what `await createPlaten({ data: './data' })` of @platen/host resolves to";

/** The likeliest mistakes: nothing passed, or a promise. */
function checkEngine(options: HttpSurfaceOptions | undefined): void {
  if (isPromise(options)) throw new TypeError(`platen was given a promise, which must be awaited: ${whatToPass}`);
  checkOptionNames('platen', options, { ...optionNames, ...storeParts, ...otherNames, ...pluginSettings });
  const engine: unknown = options?.engine;
  if (engine === undefined) throw new TypeError(`platen needs an engine: ${whatToPass}`);
  if (typeof (Object(engine) as Partial<ConversionEngine>).isolated === 'boolean') return;
  throw new TypeError(`engine must be what createEngine returns, not ${shownValue(engine)}; or ${whatToPass}`);
}

function checkIsolation({ engine, trustUploads = false }: HttpSurfaceOptions): ConversionEngine {
  if (engine.isolated || trustUploads) return engine;
  throw new TypeError(
    'the engine converts in this process, so an uploaded file can crash it: give the engine createProcessExecutor(), or set trustUploads: true',
  );
}

function resolveAuthenticator({ authenticator, keys }: HttpSurfaceOptions, clock: Clock): Authenticator {
  if (authenticator !== undefined) {
    if (typeof authenticator?.authenticate === 'function') return authenticator;
    throw new TypeError(`authenticator must have a method authenticate; it is ${shownValue(authenticator)}`);
  }
  if (keys === undefined) throw new TypeError(`platen needs keys (a KeyStore) or an authenticator: ${whatToPass}`);
  if (typeof keys?.findByHash === 'function') return createKeyAuthenticator({ keys, clock });
  throw new TypeError(`keys must be a KeyStore, such as that of createSqliteStore; it is ${shownValue(keys)}`);
}

/** A limit, or `fallback` when it is not given. NaN, which an unset environment variable becomes, is refused. */
function checkCount<Fallback extends number | null>(
  name: string,
  count: number | Fallback | undefined,
  fallback: Fallback,
): number | Fallback {
  if (count === undefined) return fallback;
  if (count === null || (typeof count === 'number' && count >= 0)) return count;
  throw new TypeError(`${name} must be a number of 0 or more, not ${String(count)}`);
}

function checkEndpoint(mcp: AgentEndpoint | undefined): AgentEndpoint | null {
  if (mcp === undefined || typeof mcp?.open === 'function') return mcp ?? null;
  throw new TypeError(`mcp must be what mcpEndpoint() of @platen/mcp returns, not ${shownValue(mcp)}`);
}

function checkPublicUrl(publicUrl: string): string {
  if (/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) return publicUrl.replace(/\/+$/, '');
  throw new TypeError(`publicUrl must be an absolute http or https URL, not "${publicUrl}"`);
}
