import type { Server } from 'node:http';
import type { RequestMessage } from './http-message.ts';

/** Requests whose clients wait for `100 Continue` and hold their bodies back. */
const waiting = new WeakSet<object>();

/**
 * Makes a server send "100 Continue" only when somebody begins to read the body. A client that asks first (`Expect:
 * 100-continue`, as curl does with large files) then gets a refusal before it uploads. Call it with the server that you
 * create. Without it, Node always answers "continue", and uploads still work.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    const goOn = () => {
      request.off('resume', goOn).off('newListener', watch);
      waiting.delete(request);
      if (!response.headersSent) response.writeContinue();
    };
    // Whoever reads a stream resumes it or listens to one of these: an async iterator to the second.
    const watch = (event: string | symbol) => {
      if (event === 'data' || event === 'readable') goOn();
    };
    request.on('resume', goOn).on('newListener', watch);
    server.emit('request', request, response);
  });
}

/** True while a client waits for "100 Continue" on a server that sends it late. */
export function isWaitingToContinue(request: RequestMessage): boolean {
  return waiting.has(request);
}
