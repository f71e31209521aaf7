import { type Clock, type Logger, type Outbox, systemClock, type WebhookStore } from '@platen/core';
import { checkOptionNames, type OptionNames, positiveOption, stderrLogger, timerOption } from '@platen/core/internal';
import { allowNetworks } from './allowed-networks.ts';
import { type Resolve, resolveAddresses } from './checked-lookup.ts';
import type { SendRules } from './send-webhook.ts';

/** The options of webhooks. */
export interface WebhookOptions {
  /** Keeps endpoints and deliveries. */
  readonly store: WebhookStore;
  /** `jobs.outbox` of the job store whose engine has `messagesFor: jobMessages`. */
  readonly outbox: Outbox;
  /**
   * Internal networks that messages may be sent to, such as `10.1.0.0/16`. By default none: only addresses of the internet
   * are allowed.
   */
  readonly allowedNetworks?: readonly string[];
  /** True if URLs may be `http:`. Default false. */
  readonly allowHttp?: boolean;
  /**
   * True if a job may have its own `webhookUrl`. Anybody with a key can then choose a URL that this host calls. Default
   * false.
   */
  readonly jobUrls?: boolean;
  /** Deadline of an attempt in milliseconds. Default 15 000. */
  readonly timeoutMs?: number;
  /** Number of attempts at the same time. Default 32. */
  readonly concurrency?: number;
  /** Number of attempts at the same time to one URL, of an endpoint or of jobs. Default 4. */
  readonly concurrencyPerUrl?: number;
  /** Number of attempts at the same time for one owner, to all of its URLs. Default 12. */
  readonly concurrencyPerOwner?: number;
  /**
   * The first pause after a failed attempt in milliseconds, doubled for each further attempt, up to an hour. Default 5 000.
   */
  readonly retryDelayMs?: number;
  /** How often due deliveries are searched for, in milliseconds. Default 1 000. */
  readonly pollMs?: number;
  /** How long deliveries that have ended are kept, in milliseconds. Default 30 days. */
  readonly retentionMs?: number;
  /** Number of endpoints that an owner may have. Default 20. */
  readonly maxEndpointsPerOwner?: number;
  /** Resolves host names. Default: the resolver of the system. */
  readonly resolve?: Resolve;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

const optionNames: OptionNames<WebhookOptions> = {
  store: true,
  outbox: true,
  allowedNetworks: true,
  allowHttp: true,
  jobUrls: true,
  timeoutMs: true,
  concurrency: true,
  concurrencyPerUrl: true,
  concurrencyPerOwner: true,
  retryDelayMs: true,
  pollMs: true,
  retentionMs: true,
  maxEndpointsPerOwner: true,
  resolve: true,
  clock: true,
  logger: true,
};

/** Options with every default in place. */
export interface ResolvedOptions extends Required<Omit<WebhookOptions, 'allowedNetworks' | 'allowHttp' | 'resolve'>> {
  readonly send: SendRules;
}

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions(options: WebhookOptions): ResolvedOptions {
  checkOptionNames('createWebhooks', options, optionNames);
  const timeoutMs = timerOption('timeoutMs', options.timeoutMs ?? 15_000);
  return {
    store: options.store,
    outbox: options.outbox,
    jobUrls: options.jobUrls ?? false,
    timeoutMs,
    concurrency: positiveOption('concurrency', options.concurrency ?? 32),
    concurrencyPerUrl: positiveOption('concurrencyPerUrl', options.concurrencyPerUrl ?? 4),
    concurrencyPerOwner: positiveOption('concurrencyPerOwner', options.concurrencyPerOwner ?? 12),
    retryDelayMs: positiveOption('retryDelayMs', options.retryDelayMs ?? 5_000),
    pollMs: timerOption('pollMs', options.pollMs ?? 1_000),
    retentionMs: positiveOption('retentionMs', options.retentionMs ?? 30 * 24 * 3_600_000),
    maxEndpointsPerOwner: positiveOption('maxEndpointsPerOwner', options.maxEndpointsPerOwner ?? 20),
    clock: options.clock ?? systemClock,
    logger: options.logger ?? stderrLogger,
    send: {
      allowHttp: options.allowHttp ?? false,
      isAllowed: allowNetworks(options.allowedNetworks ?? []),
      resolve: options.resolve ?? resolveAddresses,
      timeoutMs,
    },
  };
}
