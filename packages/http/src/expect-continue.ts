import type { Server } from 'node:http';

/**
 * Makes a server send "100 Continue" only when somebody begins to read the body, so that a client which asks first
 * (`Expect: 100-continue`, curl with a large file) learns of a refusal before it sends anything. For servers that are
 * the host's own to set up; without it Node says "continue" to everybody, which works as well.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
}
