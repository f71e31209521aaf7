import type { IncomingMessage, ServerResponse } from 'node:http';

export interface DrainBounds {
  readonly maxBytes: number;
  readonly maxMs: number;
}

const checkIntervalMs = 100;

/**
 * Reads and forgets the rest of a request that was answered early. A client that writes everything before it reads
 * would otherwise see its connection reset instead of the answer. Past the bounds the connection is closed.
 */
export function drainRequest(message: IncomingMessage, response: ServerResponse, bounds: DrainBounds): void {
  if (message.complete || message.destroyed) return;
  const { socket } = message;
  const drain = () => {
    const startBytes = socket.bytesRead;
    const deadline = performance.now() + bounds.maxMs;
    // By the socket's count: Node itself discards a body nobody began to read, without an event.
    const timer = setInterval(() => {
      if (socket.bytesRead - startBytes > bounds.maxBytes || performance.now() > deadline) socket.destroySoon();
    }, checkIntervalMs);
    timer.unref();
    const stop = () => clearInterval(timer);
    message.once('end', stop);
    socket.once('close', stop);
    message.resume();
  };
  // Not before the answer is out: reading on would tell a client that waits for "100 Continue" to send its body.
  if (response.writableFinished) drain();
  else response.once('finish', drain);
}
