import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { continueWhenRead, isWaitingToContinue } from '../src/expect-continue.ts';

/** Sends `body` only once told to go on, and reports what came back. */
async function ask(listener: RequestListener, body: string) {
  const server = createServer(listener);
  continueWhenRead(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = request({ host: '127.0.0.1', port, method: 'POST', headers: { Expect: '100-continue' } });
  let isContinued = false;
  call.on('continue', () => {
    isContinued = true;
    call.end(body);
  });
  call.flushHeaders();
  const [response] = await once(call, 'response');
  const answer = await text(response);
  call.destroy();
  server.closeAllConnections();
  server.close();
  return { isContinued, answer };
}

test('a client is told to go on when somebody reads', async () => {
  const echo: RequestListener = async (incoming, response) => response.end(await text(incoming));
  expect(await ask(echo, 'hello')).toEqual({ isContinued: true, answer: 'hello' });
});

test('a client that is refused sends nothing', async () => {
  let isWaiting = false;
  const refuse: RequestListener = (incoming, response) => {
    isWaiting = isWaitingToContinue(incoming);
    response.writeHead(401, { Connection: 'close' }).end('no');
  };
  expect(await ask(refuse, 'hello')).toEqual({ isContinued: false, answer: 'no' });
  expect(isWaiting).toBe(true);
});
