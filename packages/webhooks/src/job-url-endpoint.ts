import type { Clock, WebhookEndpoint, WebhookStore } from '@platen/core';
import { createSecret } from './signature.ts';

/**
 * The endpoint of an owner that has no URL: its secret signs what is sent to the URLs that the owner's jobs bring along, and
 * its share bounds the attempts to all of them together. Made when it is first needed, by one of several nodes. `endpoints`
 * are those known already.
 */
export async function jobUrlEndpoint(
  { store, clock }: { readonly store: WebhookStore; readonly clock: Clock },
  ownerId: string,
  endpoints?: readonly WebhookEndpoint[],
): Promise<WebhookEndpoint> {
  const known = endpoints ?? (await store.listEndpoints({ ownerId }));
  return (
    known.find((endpoint) => endpoint.ownerId === ownerId && endpoint.url === null) ??
    store.addEndpoint({
      id: `jobs-of-${ownerId}`,
      ownerId,
      url: null,
      events: null,
      secrets: [{ secret: createSecret(), expiresAt: null }],
      createdAt: clock.now(),
    })
  );
}
