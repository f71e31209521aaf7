import { type Clock, type ConversionEngine, type KeyStore, type Logger, systemClock } from '@platen/core';
import { checkOptionNames, type OptionNames, stderrLogger } from '@platen/core/internal';
import { pluginSettings } from '@platen/http';
import type { PasswordSignIn } from './password-sign-in.ts';
import type { Authorize } from './visitor.ts';
import type { DashboardWebhooks } from './webhooks/dashboard-webhooks.ts';

/** The engine and stores that a dashboard shows: the result of `createPlaten` of `@platen/host`, or your own. */
export interface DashboardPlaten {
  readonly engine: ConversionEngine;
  /** The key store. Without it, the dashboard has no page for keys. */
  readonly keys?: KeyStore;
  /** The webhooks. Without them, the dashboard has no page for webhooks. */
  readonly webhooks?: DashboardWebhooks | null;
  readonly logger?: Logger;
}

/** The result of a check of the host. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** A description of the state, or of the problem. */
  readonly text: string;
}

/** The options of a dashboard. `Source` is the request type of the framework. */
export interface DashboardOptions<Source> {
  readonly platen: DashboardPlaten;
  /** Who has access: a function over the accounts of the host, or `createPasswordSignIn`. There is no default. */
  readonly authorize: Authorize<Source> | PasswordSignIn;
  /**
   * Protocol and host that browsers use, such as `https://api.example.com`. By default, those that the framework of the
   * host reports.
   */
  readonly publicUrl?: string;
  /**
   * Shows the page Try also if the engine converts in this process, where a hostile file can crash the process. Default
   * false.
   */
  readonly trustUploads?: boolean;
  /** Requests of one key in any 60 s if the key has no number of its own. The page of keys shows it. Default 60. */
  readonly requestsPerMinute?: number | null;
  /**
   * Jobs of one owner in a calendar month if the key has no number of its own; null for unlimited. The page of keys shows
   * it. Default null.
   */
  readonly quotaPerMonth?: number | null;
  /**
   * The address of the HTTP interface in sample requests: a URL, or a path relative to the page, such as `../`. Default `/`.
   */
  readonly apiUrl?: string;
  /** The address of the API documentation, which every page links: a URL, or a path relative to the page. None by default. */
  readonly docsUrl?: string;
  /** Runs checks of the host for the page Health, when somebody opens it, at most every ten minutes. None by default. */
  readonly checks?: () => Promise<readonly Finding[]>;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

const optionNames: OptionNames<DashboardOptions<unknown>> = {
  platen: true,
  authorize: true,
  publicUrl: true,
  trustUploads: true,
  requestsPerMinute: true,
  quotaPerMonth: true,
  apiUrl: true,
  docsUrl: true,
  checks: true,
  clock: true,
  newId: true,
};

/** Dashboard options with every default in place. */
export interface Settings<Source> {
  readonly engine: ConversionEngine;
  readonly keys: KeyStore | null;
  readonly webhooks: DashboardWebhooks | null;
  readonly logger: Logger;
  readonly authorize: Authorize<Source> | PasswordSignIn;
  readonly publicUrl: URL | null;
  readonly canTry: boolean;
  readonly requestsPerMinute: number | null;
  readonly quotaPerMonth: number | null;
  readonly apiUrl: string;
  readonly docsUrl: string | null;
  readonly checks: () => Promise<readonly Finding[]>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions<Source>(options: DashboardOptions<Source>): Settings<Source> {
  checkOptionNames('dashboard', options, { ...optionNames, ...pluginSettings });
  const { platen, authorize, publicUrl, trustUploads = false } = options;
  // From JavaScript it may be missing: a dashboard that lets everybody in is never what was meant.
  if (typeof authorize !== 'function' && authorize?.kind !== 'password') {
    throw new TypeError('authorize must be a function that decides who may sign in, or createPasswordSignIn(…)');
  }
  if (platen?.engine === undefined) throw new TypeError('platen must have an engine: what createPlaten resolves to');
  if (publicUrl !== undefined && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) {
    throw new TypeError(`publicUrl must be an absolute http or https URL, not "${publicUrl}"`);
  }
  return {
    engine: platen.engine,
    keys: platen.keys ?? null,
    webhooks: platen.webhooks ?? null,
    logger: platen.logger ?? stderrLogger,
    authorize,
    publicUrl: publicUrl === undefined ? null : new URL(publicUrl),
    canTry: platen.engine.isolated || trustUploads,
    requestsPerMinute: options.requestsPerMinute === undefined ? 60 : options.requestsPerMinute,
    quotaPerMonth: options.quotaPerMonth ?? null,
    apiUrl: linkOption('apiUrl', options.apiUrl ?? '/'),
    docsUrl: options.docsUrl === undefined ? null : linkOption('docsUrl', options.docsUrl),
    checks: options.checks ?? (async () => []),
    clock: options.clock ?? systemClock,
    newId: options.newId ?? (() => crypto.randomUUID()),
  };
}

/** A link that a page may have: a script in its place would run with the rights of whoever follows it. */
function linkOption(name: string, link: string): string {
  const protocol = URL.parse(link, 'http://localhost/')?.protocol ?? '';
  if (/^https?:$/.test(protocol)) return link;
  throw new TypeError(`${name} must be an http or https URL or a path, not "${link}"`);
}
