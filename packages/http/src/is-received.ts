import type { IncomingMessage } from 'node:http';

/** Whether all of a request has come in. One that a test makes up (`inject` of Fastify) knows only that it was read to its end. */
export function isReceived(message: IncomingMessage): boolean {
  return message.complete || message.readableEnded;
}
