import type { IncomingMessage } from 'node:http';

/**
 * Whether a request was received completely. One injected by a test (`inject` of Fastify) only shows that it was read
 * to the end.
 */
export function isReceived(message: IncomingMessage): boolean {
  return message.complete || message.readableEnded;
}
