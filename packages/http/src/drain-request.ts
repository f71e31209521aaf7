import { Readable } from 'node:stream';
import type { RequestMessage, ResponseState } from './http-message.ts';
import { isReceived } from './is-received.ts';

export interface DrainBounds {
  readonly maxBytes: number;
  readonly maxMs: number;
  /** Asked when the rest is read: whether the connection is closed then. */
  readonly isClosing: () => boolean;
}

/** A server that closes waits for it. */
const closingMs = 1_000;

/**
 * The body of an answer to a request that is still being sent: all of it at once, and its end only when the rest of
 * the request has been read and forgotten. A client that writes everything before it reads would otherwise see its
 * connection reset instead of the answer. Past the bounds the connection is closed.
 */
export function answerThenDrain(
  body: Buffer,
  message: RequestMessage,
  response: ResponseState,
  bounds: DrainBounds,
): Readable {
  async function* chunks() {
    yield body;
    const isDrained = await drain(message, bounds);
    if (!isDrained || bounds.isClosing()) response.once('finish', () => message.socket.destroySoon());
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** False when a bound was reached first. */
function drain(message: RequestMessage, { maxBytes, maxMs, isClosing }: DrainBounds): Promise<boolean> {
  if (isReceived(message) || message.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let drainedBytes = 0;
    const timer = setTimeout(() => settle(false), isClosing() ? closingMs : maxMs);
    const count = (chunk: Buffer) => {
      drainedBytes += chunk.byteLength;
      if (drainedBytes > maxBytes) settle(false);
    };
    const settle = (isDrained: boolean) => {
      clearTimeout(timer);
      message.off('data', count);
      if (!isDrained) message.pause();
      resolve(isDrained);
    };
    message.on('data', count);
    message.once('end', () => settle(true));
    message.once('close', () => settle(true));
    message.resume();
  });
}
