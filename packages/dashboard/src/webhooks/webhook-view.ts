import type { WebhookDelivery, WebhookEndpoint } from '@platen/core';

/** An endpoint as lists show it: without its secrets, but with the time the one before it goes on signing until. */
export function viewEndpoint({ secrets, ...shown }: WebhookEndpoint, now: number) {
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt !== null && expiresAt > now ? [expiresAt] : []));
  return { ...shown, overlapUntil: ends.length === 0 ? null : Math.max(...ends) };
}

/** A delivery as lists show it: what was sent is told by the job. */
export function viewDelivery({ body: _, ...shown }: WebhookDelivery) {
  return shown;
}
