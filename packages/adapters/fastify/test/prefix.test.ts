import { generateApiKey } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/fastify';
import { testCopy } from '@platen/testing';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

test.each([
  ['/convert/', '/convert'],
  ['/teams/:team/files', '/teams/acme/files'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
])('links below the prefix %s lead through the path that was called, %s', async (prefix, mountPath) => {
  const engine = createEngine({ operations: [testCopy] });
  onTestFinished(() => engine.stop(0));
  await engine.start();
  const keys = createMemoryKeyStore();
  const { key, record } = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now() });
  await keys.create(record);
  const app = fastify();
  onTestFinished(() => app.close());
  const linkSecrets = ['a secret of at least 32 characters'];
  await app.register(platen, { engine, keys, linkSecrets, trustUploads: true, prefix });

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
