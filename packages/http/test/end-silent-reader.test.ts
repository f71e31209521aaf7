import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { endSilentReader } from '../src/end-silent-reader.ts';

const bodyBytes = 64 * 1024 * 1024;

/** Asks a server for a large body, and gives the response of the server and the connection of the client. */
async function ask(silenceMs: number, timeoutMs = 0) {
  const server = createServer((message: IncomingMessage, response: ServerResponse) => {
    endSilentReader({ message, response }, silenceMs);
    response.end(Buffer.alloc(bodyBytes));
  });
  server.timeout = timeoutMs;
  await once(server.listen(0), 'listening');
  const client = connect((server.address() as AddressInfo).port).pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const close = () => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  };
  return { client, response, close };
}

test('a client that reads nothing of an answer is cut off', async () => {
  const { response, close } = await ask(100);
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
  close();
});

test('it is cut off when its time is over, not twice as late', async () => {
  const { response, close } = await ask(2_000);
  const asked = performance.now();
  await once(response, 'close');
  const tookMs = performance.now() - asked;
  expect(tookMs).toBeGreaterThan(1_900);
  expect(tookMs).toBeLessThan(3_000);
  close();
});

test('a slow reader gets all of it', async () => {
  const { client, close } = await ask(500);
  let received = 0;
  for await (const chunk of client as AsyncIterable<Buffer>) {
    if (Math.floor((received + chunk.length) / 8_000_000) > Math.floor(received / 8_000_000)) {
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    received += chunk.length;
  }
  expect(received).toBeGreaterThan(bodyBytes);
  close();
});

test('a host that bounds silence itself keeps its own bound', async () => {
  const { response, close } = await ask(100_000, 100);
  await once(response, 'close');
  close();
});
