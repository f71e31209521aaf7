import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answerProtocolErrors } from '../src/protocol-errors.ts';

const slowly = { connectionsCheckingInterval: 20, requestTimeout: 100, headersTimeout: 100 };

/** What a client hears that `says` something to a server and waits for the end of the connection. */
async function hear(says: (socket: Socket) => void, listener: RequestListener = () => {}): Promise<string> {
  const server = createServer(slowly, listener);
  answerProtocolErrors(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  says(socket);
  const heard = await text(socket);
  server.closeAllConnections();
  server.close();
  return heard;
}

test('a request that never ends is told so', async () => {
  const heard = await hear((socket) => socket.write('GET / HTTP/1.1\r\nHost: a\r\n'));
  expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(heard).toContain('"details":{"errors":[{"field":"request","problem":"did not arrive in time"}]}');
});

test('an answer under way is not written into', async () => {
  const begin: RequestListener = (_request, response) => response.writeHead(200).write('half of it');
  const heard = await hear((socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.once('data', () => socket.write('nonsense\r\n\r\n'));
  }, begin);
  expect(heard).toContain('half of it');
  expect(heard).not.toContain('INVALID_REQUEST');
});

test('after a whole answer the connection may still be told', async () => {
  const heard = await hear(
    (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      socket.once('data', () => socket.write('nonsense\r\n\r\n'));
    },
    (_request, response) => response.end('all of it'),
  );
  expect(heard).toMatch(/all of it[\s\S]*HTTP\/1\.1 400 Bad Request\r\n/);
});
