import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { platen } from '@platen/fastify';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyedSurface } from './keyed-surface.ts';

// Fastify waits for every connection when it closes: for 72 s where a client would keep one open.

async function startHost() {
  const { surface, key } = await keyedSurface();
  const app = fastify();
  await app.register(platen, surface);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, key };
}

interface Upload {
  readonly socket: Socket;
  readonly rest: string;
}

/** Sends an upload but for its last bytes. */
async function beginUpload({ app, key }: Awaited<ReturnType<typeof startHost>>, content: string): Promise<Upload> {
  const { port } = app.server.address() as AddressInfo;
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${content}\r\n--b--\r\n`;
  const head = [
    'POST /api/v1/test/copy HTTP/1.1',
    'Host: localhost',
    `X-API-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(port, '127.0.0.1');
  const begun = once(app.server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -9)}`);
  await begun;
  return { socket, rest: body.slice(-9) };
}

test('the connection of an upload that was refused before its end is closed', async () => {
  const host = await startHost();
  const { socket, rest } = await beginUpload(host, 'x'.repeat(10_000));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 415 /);
  const closed = host.app.close();
  socket.write(rest);
  await closed;
});

test('the connection of an upload that is under way is closed with its answer', async () => {
  const host = await startHost();
  const { socket, rest } = await beginUpload(host, '%PDF-1.7');
  const answer = text(socket);
  const closed = host.app.close();
  setImmediate(() => socket.write(rest));
  await closed;
  expect(await answer).toMatch(/^HTTP\/1\.1 202 .*^connection: close\r/ims);
});

test('an upload that goes on for ten seconds after the server began to close is refused', async () => {
  const host = await startHost();
  const { socket } = await beginUpload(host, '%PDF-1.7');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = text(socket);
  const closed = host.app.close();
  await vi.advanceTimersByTimeAsync(10_000);
  await once(socket, 'readable');
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
  expect(await answer).toMatch(/^HTTP\/1\.1 503 .*"reason":"draining"/s);
});
