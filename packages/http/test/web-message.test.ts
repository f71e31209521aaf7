import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromWeb, webSettings } from '../src/web-message.ts';

const settings = webSettings({ prefix: '/convert', trustProxy: ['10.0.0.1'] });
const url = 'https://files.example.com/convert/api/v1/account?x=1#fragment';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A body without end, of pieces of a kilobyte that are counted as they are made. */
function endless() {
  const made = { pieces: 0 };
  const body = new Readable({
    highWaterMark: 1_024,
    read() {
      made.pieces += 1;
      this.push(Buffer.alloc(1_024));
    },
  });
  return { made, body };
}

function exchange(init: RequestInit = {}, remoteAddress = '192.0.2.1') {
  return fromWeb(new Request(url, init), { remoteAddress }, settings);
}

test('path, mount point and origin are those of the URL', () => {
  expect(exchange().request).toMatchObject({
    method: 'GET',
    url: '/api/v1/account?x=1',
    mountPath: '/convert',
    origin: 'https://files.example.com',
    remoteAddress: '192.0.2.1',
  });
});

test('what a proxy says is believed of the one that is trusted', () => {
  const headers = {
    'X-Forwarded-For': '198.51.100.1',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Host': 'a.example, b.example',
  };
  expect(exchange({ headers }, '10.0.0.1').request).toMatchObject({
    origin: 'http://a.example',
    remoteAddress: '198.51.100.1',
  });
  expect(exchange({ headers }).request).toMatchObject({
    origin: 'https://files.example.com',
    remoteAddress: '192.0.2.1',
  });
});

test('a body is not read before somebody reads it, and no faster', async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(64 * 1_024));
      },
    },
    { highWaterMark: 0 },
  );
  const { request } = exchange({ method: 'POST', body, duplex: 'half' } as RequestInit);
  await new Promise(setImmediate);
  expect(pulls).toBe(0);
  request.message.read(0);
  await once(request.message, 'readable');
  await new Promise(setImmediate);
  expect(pulls).toBeLessThanOrEqual(2);
  expect(request.message.socket.bytesRead).toBe(pulls * 64 * 1_024);
});

test('a reply is read as the host takes it, and given up when the host gives it up', async () => {
  const { made, body } = endless();
  const { respond } = exchange();
  const reader = respond({ status: 200, headers: {}, body }).body?.getReader();
  for (let turn = 0; turn < 10; turn += 1) await reader?.read();
  expect(made.pieces).toBeLessThan(20);
  expect(body.destroyed).toBe(false);
  await reader?.cancel();
  expect(body.destroyed).toBe(true);
});

test('a client that goes away ends the reply, and the request', async () => {
  const aborting = new AbortController();
  const { body } = endless();
  const { request, respond } = exchange({ signal: aborting.signal });
  const answer = respond({ status: 200, headers: {}, body });
  aborting.abort();
  expect([request.message.destroyed, request.response.destroyed, body.destroyed]).toEqual([true, true, true]);
  await expect(answer.text()).rejects.toThrow();
});

test('a reply that breaks off cuts the connection off', async () => {
  const { request, respond } = exchange();
  const body = new Readable({ read() {} });
  const answer = respond({ status: 200, headers: {}, body });
  const text = answer.text();
  body.destroy(new Error('the disk is gone'));
  await expect(text).rejects.toThrow('the disk is gone');
  expect(request.response.destroyed).toBe(true);
});

test('a client that reads nothing for two minutes is cut off, a slow one is not', async () => {
  const { body } = endless();
  const { respond } = exchange();
  const reader = respond({ status: 200, headers: {}, body }).body?.getReader();
  for (let turn = 0; turn < 3; turn += 1) {
    await reader?.read();
    vi.advanceTimersByTime(119_999);
  }
  await reader?.read();
  vi.advanceTimersByTime(120_000);
  await expect(reader?.read()).rejects.toThrow('the client read nothing for 120 s');
  expect(body.destroyed).toBe(true);
});

test('a reply that waits for its source waits as long as that takes', async () => {
  const { respond } = exchange();
  const body = new Readable({ read() {} });
  const reader = respond({ status: 200, headers: {}, body }).body?.getReader();
  const first = reader?.read();
  vi.advanceTimersByTime(600_000);
  body.push('event');
  expect(new TextDecoder().decode((await first)?.value)).toBe('event');
});

test('two Host headers, which are joined, are told apart', () => {
  const { request } = exchange({ headers: { Host: 'a.example, b.example' } });
  expect(request.message.rawHeaders).toEqual(['host', 'a.example', 'host', 'b.example']);
});
