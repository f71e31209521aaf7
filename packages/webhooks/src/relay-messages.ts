import type { NewWebhookDelivery, OutboxMessage, WebhookEndpoint } from '@platen/core';
import { mapBounded, parseTraceparent } from '@platen/core/internal';
import { webhookEvents } from './job-messages.ts';
import { jobUrlEndpoint } from './job-url-endpoint.ts';
import type { ResolvedOptions } from './webhook-options.ts';

/** Messages turned into deliveries at a time. */
const batchSize = 100;
/** Messages taken out of the outbox at a time: no more than a pool of connections serves soon. */
const removalConcurrency = 16;
/** A message of another topic is somebody else's to send: it is put off by this. */
const foreignTopicDelayMs = 60_000;

/**
 * Turns the messages in the outbox into deliveries: one for each endpoint of the job's owner, and one for the URL that the
 * job brought along. If the process dies in between, the next repeats it: deliveries are known by event and endpoint.
 * Returns how many messages there were.
 */
export async function relayMessages(options: ResolvedOptions): Promise<number> {
  const { store, outbox, timeoutMs } = options;
  const messages = await outbox.take({ limit: batchSize, holdMs: timeoutMs });
  if (messages.length === 0) return 0;
  const endpoints = await store.listEndpoints();
  const ours = messages.filter(({ topic }) => webhookEvents.some((event) => event === topic));
  const deliveries = ours.flatMap((message) =>
    endpoints.filter((endpoint) => isNotified(endpoint, message)).map(({ id }) => deliveryOf(message, id, null)),
  );
  for (const message of ours) {
    const { webhookUrl, ownerId } = message;
    if (webhookUrl === null || ownerId === null) continue;
    deliveries.push(deliveryOf(message, (await jobUrlEndpoint(options, ownerId, endpoints)).id, webhookUrl));
  }
  if (deliveries.length > 0) await store.addDeliveries(deliveries);
  const mine = new Set(ours);
  // Side by side: a store writes what comes together with one flush.
  await mapBounded(messages, removalConcurrency, (message) =>
    mine.has(message) ? outbox.remove(message.id) : outbox.postpone(message.id, foreignTopicDelayMs),
  );
  return messages.length;
}

function isNotified({ url, ownerId, events }: WebhookEndpoint, message: OutboxMessage): boolean {
  return url !== null && ownerId === message.ownerId && (events?.includes(message.topic) ?? true);
}

function deliveryOf(message: OutboxMessage, endpointId: string, url: string | null): NewWebhookDelivery {
  const { topic, jobId, payload, createdAt } = message;
  const { id, timestamp, data } = payload;
  const traceparent = typeof payload.traceparent === 'string' ? parseTraceparent(payload.traceparent) : null;
  const body = JSON.stringify({ type: topic, timestamp, data });
  return { eventId: String(id), endpointId, url, jobId, event: topic, body, createdAt, traceparent };
}
