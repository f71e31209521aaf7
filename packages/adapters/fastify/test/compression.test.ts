import { platen } from '@platen/fastify';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { keyedSurface } from './keyed-surface.ts';

test('a refusal in the middle of an upload, which must not wait for its end, is kept from @fastify/compress', async () => {
  const { surface, key } = await keyedSurface();
  const app = fastify();
  onTestFinished(() => app.close());
  const compressed: string[] = [];
  // As it decides: what `Cache-Control` says is no matter to it.
  app.addHook('onSend', async (request) => {
    if (request.headers['x-no-compression'] === undefined) compressed.push(request.url);
  });
  app.get('/own', async () => ({ own: true }));
  await app.register(platen, surface);

  const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' };
  const tooLarge = { ...headers, 'content-length': String(10 * 1024 ** 3) };
  const refused = await app.inject({ method: 'POST', url: '/api/v1/test/copy', headers: tooLarge, payload: '--b' });
  expect(refused.statusCode).toBe(413);
  await app.inject('/own');
  expect(compressed).toEqual(['/own']);
});
