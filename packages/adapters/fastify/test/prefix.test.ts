import { platen } from '@platen/fastify';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { keyedSurface } from './keyed-surface.ts';

test.each([
  ['/convert/', '/convert'],
  ['/teams/:team/files', '/teams/acme/files'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
])('links below the prefix %s lead through the path that was called, %s', async (prefix, mountPath) => {
  const { surface, key } = await keyedSurface();
  await surface.engine.start();
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(platen, { ...surface, prefix });

  const headers = { 'x-api-key': key };
  const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n\r\n--b--\r\n';
  const submitted = await app.inject({
    method: 'POST',
    url: `${mountPath}/api/v1/test/copy?x=/y`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: body,
  });
  expect(submitted.statusCode).toBe(202);
  const { jobId } = submitted.json();
  expect(submitted.headers.location).toBe(`${mountPath}/api/v1/jobs/${jobId}`);
  const poll = async () => (await app.inject({ url: `${mountPath}/api/v1/jobs/${jobId}`, headers })).json();
  await expect.poll(poll).toMatchObject({ status: 'completed' });
  const { pathname } = new URL((await poll()).outputs[0].downloadUrl);
  expect(pathname).toMatch(new RegExp(`^${mountPath}/api/download/`));
  expect((await app.inject(pathname)).payload).toBe('%PDF-1.7\n');
});

test('a prefix in other letters is none, even where Fastify ignores case', async () => {
  const { surface } = await keyedSurface();
  const app = fastify({ routerOptions: { caseSensitive: false } });
  onTestFinished(() => app.close());
  await app.register(platen, { ...surface, prefix: '/convert/:team' });
  const ask = async (path: string) => (await app.inject(`${path}/api/v1/account`)).statusCode;
  expect(await Promise.all(['/convert/Acme', '/CONVERT/Acme', '/%63onvert/Acme'].map(ask))).toEqual([401, 404, 401]);
});
