import { platen } from '@platen/fastify';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { keyedSurface } from './keyed-surface.ts';

test('the tests of a host call it by inject, without a server: upload, poll and download', async () => {
  const { surface, key } = await keyedSurface();
  await surface.engine.start();
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(platen, surface);

  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n']), 'report.pdf');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const submitted = await app.inject({
    method: 'POST',
    url: '/api/v1/test/copy',
    headers: { 'x-api-key': key, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(submitted.json()).toMatchObject({ status: 'processing' });
  const poll = async () =>
    (await app.inject({ url: `/api/v1/jobs/${submitted.json().jobId}`, headers: { 'x-api-key': key } })).json();
  await expect.poll(poll).toMatchObject({ status: 'completed' });
  const [output] = (await poll()).outputs;
  expect((await app.inject(new URL(output.downloadUrl).pathname)).payload).toBe('%PDF-1.7\n');
  expect((await app.inject('/api/v1/account')).json()).toMatchObject({ code: 'UNAUTHORIZED' });
});
