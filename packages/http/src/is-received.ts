import type { RequestMessage } from './http-message.ts';

/**
 * Whether a request was received completely. One injected by a test (`inject` of Fastify) only shows that it was read
 * to the end.
 */
export function isReceived(message: Pick<RequestMessage, 'complete' | 'readableEnded'>): boolean {
  return message.complete || message.readableEnded;
}
