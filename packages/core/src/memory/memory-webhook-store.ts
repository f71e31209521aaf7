import { type Clock, systemClock } from '../runtime.ts';
import {
  type DueWebhookDelivery,
  purgedAtOnce,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
  type WebhookEndpoint,
  type WebhookStore,
  type WebhookTake,
} from '../webhook-store.ts';
import { overdueOf } from './overdue-of.ts';

interface HeldDelivery {
  delivery: DueWebhookDelivery;
  availableAt: number;
}

/** Endpoints and deliveries in this process: nothing of them survives it. */
// Long: the methods of one store.
export function createMemoryWebhookStore({ clock = systemClock }: { readonly clock?: Clock } = {}): WebhookStore {
  const endpoints = new Map<string, WebhookEndpoint>();
  /** Oldest first. */
  const deliveries = new Map<string, HeldDelivery>();
  const keyOf = (eventId: string, endpointId: string) => JSON.stringify([eventId, endpointId]);
  const ownerOf = (endpointId: string) => endpoints.get(endpointId)?.ownerId ?? endpointId;
  const matching = (filter: WebhookDeliveryFilter) =>
    [...deliveries.values()].filter(({ delivery }) => matches(delivery, filter));

  return {
    async saveEndpoint(endpoint) {
      endpoints.set(endpoint.id, structuredClone(endpoint));
    },

    async addEndpoint(endpoint) {
      const known = endpoints.get(endpoint.id);
      if (known !== undefined) return known;
      endpoints.set(endpoint.id, structuredClone(endpoint));
      return endpoint;
    },

    async listEndpoints({ ownerId } = {}) {
      return [...endpoints.values()]
        .filter((endpoint) => ownerId === undefined || endpoint.ownerId === ownerId)
        .sort((a, b) => a.createdAt - b.createdAt);
    },

    async removeEndpoint(id) {
      for (const [key, { delivery }] of deliveries) if (delivery.endpointId === id) deliveries.delete(key);
      return endpoints.delete(id);
    },

    async addDeliveries(added) {
      const now = clock.now();
      for (const delivery of added) {
        const key = keyOf(delivery.eventId, delivery.endpointId);
        if (deliveries.has(key)) continue;
        const fresh = { state: 'pending', attempts: 0, begunAt: now, updatedAt: now, problem: null } as const;
        const { traceparent = null, ...given } = structuredClone(delivery);
        deliveries.set(key, { delivery: { ...given, traceparent, ...fresh }, availableAt: now });
      }
    },

    takeDeliveries: async (request) => takeDue(deliveries.values(), request, ownerOf, clock.now()),

    async settleDelivery(eventId, endpointId, attempt) {
      const held = deliveries.get(keyOf(eventId, endpointId));
      if (held === undefined) return;
      const now = clock.now();
      const problem = attempt.state === 'delivered' ? null : attempt.problem;
      held.delivery = { ...held.delivery, state: attempt.state, updatedAt: now, problem };
      held.availableAt = attempt.state === 'pending' ? now + attempt.delayMs : now;
    },

    async listDeliveries(filter, limit) {
      return matching(filter)
        .map(({ delivery: { url: _, traceparent: __, ...shown } }) => shown)
        .toReversed()
        .slice(0, limit);
    },

    async replayDeliveries(filter) {
      const now = clock.now();
      const chosen = matching(filter);
      for (const held of chosen) {
        held.delivery = { ...held.delivery, state: 'pending', attempts: 0, begunAt: now, updatedAt: now };
        held.availableAt = now;
      }
      return chosen.length;
    },

    async purgeDeliveries(ageMs) {
      const before = clock.now() - ageMs;
      const old = [...deliveries]
        .filter(([, { delivery }]) => delivery.state !== 'pending' && delivery.updatedAt <= before)
        .slice(0, purgedAtOnce);
      for (const [key] of old) deliveries.delete(key);
      return old.length;
    },

    async overdue() {
      const now = clock.now();
      const due = matching({ states: ['pending'] }).filter(({ availableAt }) => availableAt <= now);
      return overdueOf(
        due.map(({ availableAt }) => availableAt),
        now,
      );
    },
  };
}

/** The next deliveries that are due, held for as long as is asked for. */
function takeDue(
  deliveries: Iterable<HeldDelivery>,
  { limit, perUrl, perOwner, underWay, holdMs }: WebhookTake,
  ownerOf: (endpointId: string) => string,
  now: number,
): readonly DueWebhookDelivery[] {
  const due: HeldDelivery[] = [];
  const ofUrl = createTally(({ endpointId, url }) => JSON.stringify([endpointId, url]));
  const ofOwner = createTally(({ endpointId }) => ownerOf(endpointId));
  for (const held of deliveries) {
    const { eventId, endpointId, state, updatedAt } = held.delivery;
    const isUnderWay = underWay.some((taken) => taken.eventId === eventId && taken.endpointId === endpointId);
    if (isUnderWay) for (const tally of [ofUrl, ofOwner]) tally.add(held.delivery);
    // What was put off before the clock was set back is not put off for that long again.
    else if (state === 'pending' && (held.availableAt <= now || updatedAt > now)) due.push(held);
  }
  const taken: DueWebhookDelivery[] = [];
  for (const held of due) {
    if (taken.length >= limit) break;
    if (ofUrl.count(held.delivery) >= perUrl || ofOwner.count(held.delivery) >= perOwner) continue;
    for (const tally of [ofUrl, ofOwner]) tally.add(held.delivery);
    held.delivery = { ...held.delivery, attempts: held.delivery.attempts + 1 };
    held.availableAt = now + holdMs;
    taken.push(held.delivery);
  }
  return taken;
}

/** Counts deliveries by what they have in common. */
function createTally(groupOf: (delivery: DueWebhookDelivery) => string) {
  const counts = new Map<string, number>();
  const count = (delivery: DueWebhookDelivery) => counts.get(groupOf(delivery)) ?? 0;
  return { count, add: (delivery: DueWebhookDelivery) => counts.set(groupOf(delivery), count(delivery) + 1) };
}

function matches(delivery: WebhookDelivery, { endpointId, eventId, states }: WebhookDeliveryFilter): boolean {
  return (
    (endpointId === undefined || delivery.endpointId === endpointId) &&
    (eventId === undefined || delivery.eventId === eventId) &&
    (states === undefined || states.includes(delivery.state))
  );
}
