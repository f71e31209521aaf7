import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { generateApiKey, silentLogger } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { mcpHandler } from '@platen/mcp';
import { testCopy, testGather } from '@platen/testing';
import { platen } from '@platen/web';
import { expect, onTestFinished, test } from 'vitest';
import { errorOf } from './connect.ts';

const pdf = '%PDF-1.7\n';
const file = { name: 'a.pdf', data: Buffer.from(pdf).toString('base64') };
const origin = 'https://files.example.com';

async function host() {
  const engine = createEngine({ operations: [testCopy, testGather], logger: silentLogger });
  await engine.start();
  const keys = createMemoryKeyStore();
  const linkSecrets = ['a secret of at least 32 characters'];
  const surface = platen({ engine, keys, linkSecrets, trustUploads: true, logger: silentLogger, prefix: '/convert' });
  const handler = mcpHandler({ surface, engine, prefix: '/convert', maxBodyBytes: 1_000_000, logger: silentLogger });
  onTestFinished(async () => {
    await handler.close();
    await engine.stop(0);
  });
  let count = 0;
  const createKey = async (settings: object = {}) => {
    count += 1;
    const { key, record } = generateApiKey({
      id: `key-${count}`,
      name: 'test',
      createdAt: Date.now(),
      limits: { requestsPerMinute: null },
      ...settings,
    });
    await keys.create(record);
    return key;
  };
  /** The SDK's client, whose requests go to the handler without a network. */
  const connect = async (headers: Readonly<Record<string, string>>) => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers },
      fetch: (url, init) => handler(new Request(url, init as RequestInit)),
    });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    onTestFinished(() => client.close());
    return { client, transport };
  };
  return { engine, surface, handler, createKey, connect };
}

const call = (client: Client, args: Readonly<Record<string, unknown>>) =>
  client.callTool({ name: 'test_copy', arguments: { ...args } });

test('a file is converted under the key of its caller, and the result is a signed link', async () => {
  const { engine, surface, createKey, connect } = await host();
  const { client } = await connect({ 'X-API-Key': await createKey() });
  const result = await call(client, { files: [file] });
  expect(result.isError).toBeUndefined();
  const { outputs } = result.structuredContent as { readonly outputs: readonly { readonly uri: string }[] };
  const uri = outputs[0]?.uri ?? '';
  expect(uri).toMatch(`${origin}/convert/api/download/`);
  expect(await (await surface(new Request(uri))).text()).toBe(pdf);
  expect(await engine.standing('key-1')).toMatchObject({ quotaUsed: 1 });

  const chained = await call(client, { files: [{ name: 'b.pdf', link: uri }] });
  expect(chained.isError).toBeUndefined();
});

test('a bearer token is a key as well', async () => {
  const { createKey, connect } = await host();
  const { client } = await connect({ Authorization: `Bearer ${await createKey()}` });
  expect((await client.listTools()).tools).toHaveLength(2);
});

test('without a good key nothing is answered but the error of the interface', async () => {
  const { handler, connect } = await host();
  const response = await handler(new Request(`${origin}/mcp`, { method: 'POST', body: '{}' }));
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  await expect(connect({ 'X-API-Key': 'bad' })).rejects.toThrow();
});

test('scopes, quota and limits of the key hold', async () => {
  const { createKey, connect } = await host();
  const scoped = await connect({ 'X-API-Key': await createKey({ scopes: ['test/gather'] }) });
  expect((await scoped.client.listTools()).tools.map(({ name }) => name)).toEqual(['test_gather']);
  await expect(call(scoped.client, { files: [file] })).rejects.toThrow('there is no tool');
  const limits = { requestsPerMinute: null, quotaPerMonth: 0 };
  const poor = await connect({ 'X-API-Key': await createKey({ limits }) });
  expect(errorOf(await call(poor.client, { files: [file] }))).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  const small = await connect({
    'X-API-Key': await createKey({ limits: { ...limits, quotaPerMonth: null, maxFileBytes: 5 } }),
  });
  expect(errorOf(await call(small.client, { files: [file] }))).toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('a session of another key cannot be told from one that is not there', async () => {
  const { handler, createKey, connect } = await host();
  const { transport } = await connect({ 'X-API-Key': await createKey() });
  const ask = async (key: string, session: string) => {
    const headers = {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Session-Id': session,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const response = await handler(new Request(`${origin}/mcp`, { method: 'POST', headers, body }));
    return [response.status, await response.text()];
  };
  const other = await createKey();
  expect(await ask(other, transport.sessionId ?? '')).toEqual(await ask(other, 'none'));
});

test('a call that is cancelled cancels its job, and gives the quota back', async () => {
  const { engine, createKey, connect } = await host();
  const { client } = await connect({ 'X-API-Key': await createKey() });
  const controller = new AbortController();
  const params = { name: 'test_copy', arguments: { files: [file], act: 'wait' } };
  const running = client.callTool(params, undefined, { signal: controller.signal });
  running.catch(() => {});
  await expect.poll(async () => (await engine.list()).jobs.map(({ state }) => state)).toEqual(['processing']);
  controller.abort();
  await expect.poll(async () => (await engine.list()).jobs.map(({ state }) => state)).toEqual(['cancelled']);
});

test('only results of this server are read by their link', async () => {
  const { createKey, connect } = await host();
  const { client } = await connect({ 'X-API-Key': await createKey() });
  for (const link of [
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    `${origin}/convert/api/v1/account`,
    '../x',
  ]) {
    expect(errorOf(await call(client, { files: [{ name: 'a.pdf', link }] }))?.code).toBe('INVALID_REQUEST');
  }
  const forged = `${origin}/convert/api/download/${'e'.repeat(60)}.${'A'.repeat(43)}`;
  expect(errorOf(await call(client, { files: [{ name: 'a.pdf', link: forged }] }))?.code).toBe('NOT_FOUND');
});

test('a message that is too large, or none at all, is refused', async () => {
  const { handler, createKey } = await host();
  const headers = {
    'X-API-Key': await createKey(),
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const send = async (body: string) =>
    (await handler(new Request(`${origin}/mcp`, { method: 'POST', headers, body }))).status;
  expect(await Promise.all(['{', 'null', '[]', 'x'.repeat(2_000_000)].map(send))).toEqual([400, 400, 400, 413]);
});
