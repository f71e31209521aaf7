import { setTimeout as wait } from 'node:timers/promises';
import {
  type DueWebhookDelivery,
  purgedAtOnce,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@platen/core';
import { relayMessages } from './relay-messages.ts';
import { giveUpMs, nextDelayMs } from './retry-delay.ts';
import { sendWebhook } from './send-webhook.ts';
import { signedHeaders } from './signature.ts';
import { traceDelivery } from './trace-delivery.ts';
import type { ResolvedOptions } from './webhook-options.ts';

/** Sends what is due, until it is stopped. Several nodes may: a delivery is held by one at a time. */
export interface WebhookSender {
  start(): void;
  /** Looks for what is due now instead of with the next poll. */
  wake(): void;
  /** Takes nothing new and resolves when what is under way has ended, within the deadline of an attempt. */
  stop(): Promise<void>;
}

const purgeEveryMs = 3_600_000;

export function createWebhookSender(options: ResolvedOptions): WebhookSender {
  const { store, logger, concurrency, concurrencyPerUrl, concurrencyPerOwner, pollMs, timeoutMs, retentionMs } =
    options;
  const underWay = new Map<Promise<void>, DueWebhookDelivery>();
  let stopping = new AbortController();
  let sleep = new AbortController();
  let loop: Promise<void> | null = null;
  let purgedAt = Number.NEGATIVE_INFINITY;

  async function takeDue(): Promise<number> {
    const free = concurrency - underWay.size;
    if (free === 0) return 0;
    const due = await store.takeDeliveries({
      limit: free,
      perUrl: concurrencyPerUrl,
      perOwner: concurrencyPerOwner,
      underWay: [...underWay.values()],
      // Whoever dies with it leaves it to the others soon.
      holdMs: 2 * timeoutMs,
    });
    if (due.length === 0) return 0;
    const endpoints = new Map((await store.listEndpoints()).map((endpoint) => [endpoint.id, endpoint]));
    for (const delivery of due) begin(delivery, endpoints.get(delivery.endpointId));
    return due.length;
  }

  /** A bounded number at a time: what is due is not kept waiting by what has ended. */
  async function purge(): Promise<number> {
    if (performance.now() - purgedAt < purgeEveryMs) return 0;
    const purged = await store.purgeDeliveries(retentionMs);
    if (purged < purgedAtOnce) purgedAt = performance.now();
    return purged;
  }

  function begin(delivery: DueWebhookDelivery, endpoint: WebhookEndpoint | undefined): void {
    const { endpointId } = delivery;
    const attempt = attemptDelivery(delivery, endpoint, options)
      // A store that is down: the delivery is held for a while, then taken again.
      .catch((error: unknown) =>
        logger.warn({ err: error, endpointId }, 'the result of a webhook cannot be recorded now'),
      )
      .finally(() => {
        underWay.delete(attempt);
        sleep.abort();
      });
    underWay.set(attempt, delivery);
  }

  async function run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      sleep = new AbortController();
      let found = 0;
      try {
        found = (await relayMessages(options)) + (await takeDue()) + (await purge());
      } catch (error) {
        logger.warn({ err: error }, 'webhooks that are due cannot be read; trying again');
      }
      if (found > 0) continue;
      const woken = AbortSignal.any([stopped, sleep.signal]);
      await wait(pollMs, undefined, { signal: woken }).catch(() => {}); // Woken early: that is what it is for.
    }
  }

  return {
    start() {
      if (loop !== null) return;
      stopping = new AbortController();
      loop = run(stopping.signal);
    },
    wake: () => sleep.abort(),
    async stop() {
      stopping.abort();
      await loop;
      loop = null;
      await Promise.all(underWay.keys());
    },
  };
}

/** An endpoint takes its deliveries with it, but for one that was recorded at the same moment. */
const removed: WebhookAttempt = { state: 'parked', problem: 'its endpoint was removed' };

async function attemptDelivery(
  delivery: DueWebhookDelivery,
  endpoint: WebhookEndpoint | undefined,
  options: ResolvedOptions,
): Promise<void> {
  const { eventId, endpointId } = delivery;
  const outcome = endpoint === undefined ? removed : await send(delivery, endpoint, options);
  if (outcome.state === 'parked')
    options.logger.warn({ endpointId, eventId, problem: outcome.problem }, 'a webhook was given up');
  await options.store.settleDelivery(eventId, endpointId, outcome);
}

async function send(
  delivery: DueWebhookDelivery,
  { url: own, secrets }: WebhookEndpoint,
  options: ResolvedOptions,
): Promise<WebhookAttempt> {
  // Asked for while it was allowed: kept, for when it is again.
  if (own === null && !options.jobUrls)
    return { state: 'parked', problem: 'this host sends nothing to the URLs of jobs' };
  const trace = traceDelivery(delivery);
  const headers = { ...signedHeaders(delivery, secrets, options.clock.now()), ...trace.headers };
  const { problem } = await sendWebhook(own ?? delivery.url ?? '', headers, delivery.body, options.send);
  trace.end(problem);
  return outcomeOf(delivery, problem, options);
}

function outcomeOf(
  { attempts, begunAt }: WebhookDelivery,
  problem: string | null,
  { clock, retryDelayMs }: ResolvedOptions,
): WebhookAttempt {
  if (problem === null) return { state: 'delivered' };
  const delayMs = nextDelayMs(retryDelayMs, attempts);
  return clock.now() + delayMs - begunAt > giveUpMs
    ? { state: 'parked', problem }
    : { state: 'pending', delayMs, problem };
}
