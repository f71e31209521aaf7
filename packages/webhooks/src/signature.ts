import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookSecret } from '@platen/core';

const prefix = 'whsec_';
/** Standard Webhooks allows 24 to 64. */
const secretBytes = 32;

/** A fresh secret, as Standard Webhooks writes one. */
export function createSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** The headers of a message (https://www.standardwebhooks.com): signed by every secret that has not expired. */
export function signedHeaders(
  { eventId, body }: { readonly eventId: string; readonly body: string },
  secrets: readonly WebhookSecret[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const content = `${eventId}.${timestamp}.${body}`;
  const signatures = secrets
    .filter(({ expiresAt }) => expiresAt === null || now < expiresAt)
    .map(({ secret }) => `v1,${sign(content, secret)}`);
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
