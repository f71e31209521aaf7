import type { Authenticator } from '@platen/core';
import { type PlatenHandler, platen } from '@platen/web';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyedSurface } from '../../fastify/test/keyed-surface.ts';

const origin = 'http://localhost';
const copy = `${origin}/api/v1/test/copy`;

function uploadOf(key: string, content = '%PDF-1.7\n', init: RequestInit = {}, url = copy): Request {
  const body = new FormData();
  body.append('file', new Blob([content]), 'report.pdf');
  return new Request(url, { method: 'POST', headers: { 'X-API-Key': key }, body, ...init });
}

/** A form that begins and then sends what the test says. */
function openUpload(key: string, signal?: AbortSignal) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'multipart/form-data; boundary=b',
    'Transfer-Encoding': 'chunked',
  };
  const request = new Request(copy, {
    method: 'POST',
    headers,
    body: readable,
    duplex: 'half',
    ...(signal === undefined ? {} : { signal }),
  } as RequestInit);
  return { request, send: (text: string) => writer.write(new TextEncoder().encode(text)), writer };
}

const partHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';

async function completedJob(handler: PlatenHandler, key: string, prefix = '') {
  const submitted = await handler(uploadOf(key, '%PDF-1.7\n', {}, `${origin}${prefix}/api/v1/test/copy`));
  expect(submitted.status).toBe(202);
  const { statusUrl } = (await submitted.json()) as { readonly statusUrl: string };
  const poll = async () => (await handler(new Request(statusUrl, { headers: { 'X-API-Key': key } }))).json();
  await expect.poll(poll).toMatchObject({ status: 'completed' });
  return { statusUrl, ...((await poll()) as { readonly outputs: readonly [{ readonly downloadUrl: string }] }) };
}

test('the tests of a host call it without a server: upload, poll, download and a range', async () => {
  const { surface, key } = await keyedSurface();
  await surface.engine.start();
  const handler = platen(surface);
  const { outputs } = await completedJob(handler, key);
  const { downloadUrl } = outputs[0];
  expect(await (await handler(new Request(downloadUrl))).text()).toBe('%PDF-1.7\n');
  const part = await handler(new Request(downloadUrl, { headers: { Range: 'bytes=1-3' } }));
  expect([part.status, await part.text()]).toEqual([206, 'PDF']);
  const head = await handler(new Request(downloadUrl, { method: 'HEAD' }));
  expect([head.headers.get('Content-Length'), head.body]).toEqual(['9', null]);
});

test.each([
  ['/convert/', '/convert'],
  ['/teams/:team/files', '/teams/acme/files'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
])('links below the prefix %s lead through the path that was called, %s', async (prefix, mountPath) => {
  const { surface, key } = await keyedSurface();
  await surface.engine.start();
  const handler = platen({ ...surface, prefix });
  expect(handler.paths).toContain(`${prefix.replace(/\/$/, '')}/api/v1/*`);
  const { statusUrl, outputs } = await completedJob(handler, key, mountPath);
  expect(statusUrl).toMatch(`${origin}${mountPath}/api/v1/jobs/`);
  expect(await (await handler(new Request(outputs[0].downloadUrl))).text()).toBe('%PDF-1.7\n');
  expect((await handler(new Request(`${origin}/elsewhere/api/v1/account`))).status).toBe(404);
});

test('a path that is nobody’s is 404 in the words of the interface', async () => {
  const { surface } = await keyedSurface();
  const missing = await platen(surface)(new Request(`${origin}/elsewhere`));
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ code: 'NOT_FOUND', details: {} });
});

test('an upload whose request is aborted is given up', async () => {
  const { surface, key } = await keyedSurface();
  const aborting = new AbortController();
  const { request, send } = openUpload(key, aborting.signal);
  const answer = platen(surface)(request);
  await send(`${partHead}%PDF-1.7`);
  aborting.abort();
  expect((await answer).status).toBe(400);
  expect(await surface.engine.standing('key')).toMatchObject({ quotaUsed: 0 });
});

test('an upload that breaks off is told as such', async () => {
  const { surface, key } = await keyedSurface();
  const { request, send, writer } = openUpload(key);
  const answer = platen(surface)(request);
  await send(`${partHead}%PDF-1.7`);
  await writer.abort(new Error('the connection is gone'));
  expect((await answer).status).toBe(400);
});

test('a refusal comes while the upload is under way, which is then read and forgotten', async () => {
  const { surface, key } = await keyedSurface();
  const { request, send, writer } = openUpload(key);
  const answering = platen(surface)(request);
  await send(`${partHead}${'x'.repeat(10_000)}`);
  const answer = await answering;
  expect(answer.status).toBe(415);
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('"UNSUPPORTED_FORMAT"');
  const end = reader?.read();
  await send('more');
  await writer.close();
  expect((await end)?.done).toBe(true);
});

test('a body that the host has read already is told, with what to change', async () => {
  const { surface, key } = await keyedSurface();
  const request = uploadOf(key);
  await request.formData();
  expect(await (await platen(surface)(request)).json()).toMatchObject({ details: { reason: 'body_already_read' } });
});

test('an authenticator sees the Request, and what the host handed over with it', async () => {
  const { surface } = await keyedSurface();
  const seen: unknown[] = [];
  const authenticator: Authenticator = {
    authenticate: async ({ request }) => {
      seen.push(request.web?.request.url, request.headers.cookie);
      return (request.web?.info as { readonly user?: string } | undefined)?.user === 'ada' ? { ownerId: 'ada' } : null;
    },
  };
  const handler = platen({ ...surface, authenticator });
  const request = new Request(`${origin}/api/v1/account`, { headers: { Cookie: 'session=1' } });
  const info = { user: 'ada' };
  expect((await handler(request, info)).status).toBe(200);
  expect((await handler(new Request(`${origin}/api/v1/account`))).status).toBe(401);
  expect(seen.slice(0, 2)).toEqual([request.url, 'session=1']);
});

test('when it is closed an upload that goes on for ten seconds more is refused', async () => {
  const { surface, key } = await keyedSurface();
  const handler = platen(surface);
  const { request, send } = openUpload(key);
  const answer = handler(request);
  await send(`${partHead}%PDF-1.7`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  handler.close();
  await vi.advanceTimersByTimeAsync(10_000);
  const refused = await answer;
  expect([refused.status, refused.headers.get('Connection')]).toEqual([503, 'close']);
});

test.each([
  [{ prefix: 'convert' }, 'prefix must be a path that begins with a slash'],
  [{ trustProxy: '10.0.0.1' as never }, 'trustProxy must be'],
])('%o is refused', async (options, message) => {
  const { surface } = await keyedSurface();
  expect(() => platen({ ...surface, ...options })).toThrow(message);
});
