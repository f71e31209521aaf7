import type { WebhookDelivery, WebhookEndpoint } from '@platen/core';

/** An endpoint as lists show it: without its secrets, but with the time until which the previous one keeps signing. */
export function viewEndpoint({ secrets, ...shown }: WebhookEndpoint, now: number) {
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt !== null && expiresAt > now ? [expiresAt] : []));
  return { ...shown, overlapUntil: ends.length === 0 ? null : Math.max(...ends) };
}

/** A delivery as lists show it: the job shows what was sent. */
export function viewDelivery({ body: _, ...shown }: WebhookDelivery) {
  return shown;
}
