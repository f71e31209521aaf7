import type { NewWebhookDelivery, OutboxMessage } from '@platen/core';
import { webhookEvents } from './job-messages.ts';
import type { ResolvedOptions } from './webhook-options.ts';

/** Messages turned into deliveries at a time. */
const batchSize = 100;
/** A message of a topic that is not ours is somebody else's to send; it is looked at again after this. */
const othersMs = 60_000;

/**
 * Turns what ends of jobs have left in the outbox into a delivery for each endpoint of their owner. A process that dies in
 * between does it again: deliveries are known by event and endpoint. Returns how many messages there were.
 */
export async function relayMessages({ store, outbox, send: { timeoutMs } }: ResolvedOptions): Promise<number> {
  const messages = await outbox.take({ limit: batchSize, holdMs: timeoutMs });
  if (messages.length === 0) return 0;
  const endpoints = await store.listEndpoints();
  const ours = messages.filter(({ topic }) => webhookEvents.some((event) => event === topic));
  const deliveries = ours.flatMap((message) =>
    endpoints
      .filter(({ ownerId, events }) => ownerId === message.ownerId && (events?.includes(message.topic) ?? true))
      .map((endpoint) => deliveryOf(message, endpoint.id)),
  );
  if (deliveries.length > 0) await store.addDeliveries(deliveries);
  for (const message of messages) {
    if (ours.includes(message)) await outbox.remove(message.id);
    else await outbox.postpone(message.id, othersMs);
  }
  return messages.length;
}

function deliveryOf({ topic, jobId, payload, createdAt }: OutboxMessage, endpointId: string): NewWebhookDelivery {
  const { id, timestamp, data } = payload;
  const body = JSON.stringify({ type: topic, timestamp, data });
  return { eventId: String(id), endpointId, jobId, event: topic, body, createdAt };
}
