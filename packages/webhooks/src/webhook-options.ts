import { type Clock, type Logger, type Outbox, systemClock, type WebhookStore } from '@platen/core';
import { checkOptionNames, type OptionNames, positiveOption, stderrLogger, timerOption } from '@platen/core/internal';
import { allowNetworks } from './allowed-networks.ts';
import { type Resolve, resolveAddresses } from './checked-lookup.ts';
import type { SendRules } from './send-webhook.ts';

/** What webhooks are made from. */
export interface WebhookOptions {
  /** Keeps endpoints and deliveries. */
  readonly store: WebhookStore;
  /** `jobs.outbox` of the job store whose engine has `messagesFor: jobMessages`. */
  readonly outbox: Outbox;
  /** Networks inside that may be sent to, such as `10.1.0.0/16`; none. Everything but the internet is refused otherwise. */
  readonly allowedNetworks?: readonly string[];
  /** Whether endpoints may be `http:`; false. */
  readonly allowHttp?: boolean;
  /** Whether jobs may name their own URL (`webhookUrl`), which anybody with a key can then choose; false. */
  readonly jobUrls?: boolean;
  /** Deadline of an attempt; 15 000. */
  readonly timeoutMs?: number;
  /** Attempts at the same time; 32. */
  readonly concurrency?: number;
  /** Attempts at the same time to one URL, of an endpoint or of jobs; 4. */
  readonly concurrencyPerUrl?: number;
  /** Attempts at the same time for one owner, to all of its URLs; 12. */
  readonly concurrencyPerOwner?: number;
  /** The first pause after a failed attempt, doubled for each further one up to an hour; 5 000. */
  readonly retryDelayMs?: number;
  /** How often due deliveries are searched for; 1 000. `wake` starts a search at once. */
  readonly pollMs?: number;
  /** How long deliveries that have ended are kept; 30 days. */
  readonly retentionMs?: number;
  /** Endpoints an owner may have; 20. */
  readonly maxEndpointsPerOwner?: number;
  /** Looks names up; the system's resolver. */
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
