import { generateApiKey } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/fastify';
import { testCopy } from '@platen/testing';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

test('a refusal in the middle of an upload, which must not wait for its end, is kept from @fastify/compress', async () => {
  const engine = createEngine({ operations: [testCopy] });
  onTestFinished(() => engine.stop(0));
  const keys = createMemoryKeyStore();
  const { key, record } = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now() });
  await keys.create(record);
  const app = fastify();
  onTestFinished(() => app.close());
  const compressed: string[] = [];
  // As it decides: what `Cache-Control` says is no matter to it.
  app.addHook('onSend', async (request) => {
    if (request.headers['x-no-compression'] === undefined) compressed.push(request.url);
  });
  app.get('/own', async () => ({ own: true }));
  await app.register(platen, { engine, keys, linkSecrets: ['a secret of at least 32 characters'], trustUploads: true });

  const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' };
  const tooLarge = { ...headers, 'content-length': String(10 * 1024 ** 3) };
  const refused = await app.inject({ method: 'POST', url: '/api/v1/test/copy', headers: tooLarge, payload: '--b' });
  expect(refused.statusCode).toBe(413);
  await app.inject('/own');
  expect(compressed).toEqual(['/own']);
});
