import { randomInt, randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, CreateTaskResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { generateApiKey, silentLogger, systemClock } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { mcpEndpoint } from '@platen/mcp';
import { testCopy, testGather } from '@platen/testing';
import { platen } from '@platen/web';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startExpress5 } from '../../adapters/express/test/start-express5.ts';
import { startFastify } from '../../adapters/fastify/test/start-fastify.ts';
import { startHono } from '../../adapters/web/test/start-hono.ts';
import { errorOf } from './connect.ts';

const pdf = '%PDF-1.7\n';
const file = { name: 'a.pdf', data: Buffer.from(pdf).toString('base64') };
const prefix = '/convert';
const hosts = { Express: startExpress5, Fastify: startFastify, Hono: startHono };
const messageHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** A host in a framework, with agents at `/convert/mcp`. */
async function host(start = startFastify, settings: { readonly publicUrl?: string } = {}) {
  const engine = createEngine({ operations: [testCopy, testGather], logger: silentLogger });
  await engine.start();
  const keys = createMemoryKeyStore();
  const surface = {
    engine,
    keys,
    linkSecrets: ['a secret of at least 32 characters'],
    trustUploads: true,
    logger: silentLogger,
    clock: systemClock,
    manage: true,
    openapi: false,
    health: false,
    metrics: false,
    mcp: mcpEndpoint({ maxBodyBytes: 1_000_000 }),
    ...settings,
  };
  const running = await start({ surface, prefix, trustProxy: false, parsers: 'none' });
  onTestFinished(async () => {
    await running.close();
    await engine.stop(0);
  });
  const createKey = async (given: object = {}) => {
    const limits = { requestsPerMinute: null };
    const request = { id: randomUUID(), name: 'test', createdAt: Date.now(), limits, ...given };
    const { key, record } = generateApiKey(request);
    await keys.create(record);
    return { key, id: record.id };
  };
  const url = `${running.origin}${prefix}/mcp`;
  /** The SDK's client. */
  const connect = async (headers: Readonly<Record<string, string>>) => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    onTestFinished(() => client.close());
    return { client, transport };
  };
  /** A message without any client around it. */
  const post = async (body: unknown, headers: Readonly<Record<string, string>>) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url, { method: 'POST', headers: { ...messageHeaders, ...headers }, body: text });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return { engine, keys, running, url, createKey, connect, post };
}

const call = (client: Client, args: Readonly<Record<string, unknown>>) =>
  client.callTool({ name: 'test_copy', arguments: { ...args } });
const uriOf = ({ structuredContent }: Awaited<ReturnType<typeof call>>) =>
  (structuredContent as { readonly outputs: readonly { readonly uri: string }[] }).outputs[0]?.uri ?? '';
const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const initialize = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});

describe.each(Object.entries(hosts))('agents on %s', (_, start) => {
  test('a file is converted under the key of its caller, and the result is a signed link', async () => {
    const { engine, running, createKey, connect } = await host(start);
    const { key, id } = await createKey();
    const { client } = await connect({ 'X-API-Key': key });
    const result = await call(client, { files: [file] });
    expect(result.isError).toBeUndefined();
    expect(uriOf(result)).toMatch(`${running.origin}${prefix}/api/download/`);
    expect(await (await fetch(uriOf(result))).text()).toBe(pdf);
    expect(await engine.standing(id)).toMatchObject({ quotaUsed: 1 });
    expect((await engine.list()).jobs).toMatchObject([{ ownerId: id, operation: 'test/copy' }]);
    const chained = await call(client, { files: [{ name: 'b.pdf', link: uriOf(result) }] });
    expect(chained.isError).toBeUndefined();
  });

  test('progress is told, and a call that is cancelled cancels its job and gives the quota back', async () => {
    const { engine, createKey, connect } = await host(start);
    const { key, id } = await createKey();
    const { client } = await connect({ 'X-API-Key': key });
    const controller = new AbortController();
    const params = { name: 'test_copy', arguments: { files: [file], act: 'wait' } };
    const told: number[] = [];
    const running = client.callTool(params, undefined, {
      signal: controller.signal,
      onprogress: ({ progress }) => void told.push(progress),
    });
    running.catch(() => {});
    await expect.poll(() => told).toEqual([0.5]);
    controller.abort();
    await expect.poll(async () => (await engine.list()).jobs.map(({ state }) => state)).toEqual(['cancelled']);
    expect(await engine.standing(id)).toMatchObject({ quotaUsed: 0 });
  });

  test('a call may be a task, whose result is fetched, and which can be cancelled', async () => {
    const { engine, createKey, connect } = await host(start);
    const { client } = await connect({ 'X-API-Key': (await createKey()).key });
    const begin = async (args: object) => {
      const params = { name: 'test_copy', arguments: { files: [file], ...args } };
      for await (const event of client.experimental.tasks.callToolStream(params, undefined, { task: {} })) {
        if (event.type === 'taskCreated') return event.task.taskId;
      }
      throw new Error('there is no task');
    };
    const taskId = await begin({});
    const result = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect(result.isError).toBeUndefined();
    const waiting = await begin({ act: 'wait' });
    const states = async () => (await engine.list()).jobs.map(({ state }) => state).toSorted();
    await expect.poll(states).toEqual(['completed', 'processing']);
    await client.experimental.tasks.cancelTask(waiting);
    await expect.poll(states).toEqual(['cancelled', 'completed']);
  });

  test('without a good key nothing is answered but the error of the interface', async () => {
    const { createKey, connect, post, keys } = await host(start);
    expect(await post(initialize, {})).toMatchObject({ status: 401, text: expect.stringContaining('UNAUTHORIZED') });
    await expect(connect({ 'X-API-Key': 'bad' })).rejects.toThrow();
    const { key, id } = await createKey();
    const { client } = await connect({ Authorization: `Bearer ${key}` });
    expect((await client.listTools()).tools).toHaveLength(2);
    await keys.revoke(id, Date.now());
    await expect(client.listTools()).rejects.toThrow('UNAUTHORIZED');
  });

  test('a page of another site is refused, whatever name it made point here', async () => {
    const { createKey, post } = await host(start, { publicUrl: 'https://files.example.com' });
    const { key } = await createKey();
    const statusFor = async (origin: string) => (await post(initialize, { 'X-API-Key': key, Origin: origin })).status;
    for (const origin of [
      'http://evil.example',
      'null',
      'http://localhost.evil.example',
      'https://files.example.com:444',
    ]) {
      expect([origin, await statusFor(origin)]).toEqual([origin, 403]);
    }
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1', 'https://files.example.com']) {
      expect([origin, await statusFor(origin)]).toEqual([origin, 200]);
    }
  });

  test('a message that is too large, or none at all, is refused, and the next one is answered', async () => {
    const { createKey, post } = await host(start);
    const { key } = await createKey();
    for (const [body, status] of [
      ['{', 400],
      ['null', 400],
      ['[]', 400],
      ['x'.repeat(2_000_000), 413],
      [message('tools/list'), 400],
      [Array.from({ length: 1_000 }, (_, id) => message('tools/list', {}, id)), 400],
      [[initialize, initialize], 400],
      ['['.repeat(100_000), 400],
    ] as const) {
      expect((await post(body, { 'X-API-Key': key })).status).toBe(status);
    }
    expect((await post(initialize, { 'X-API-Key': key })).status).toBe(200);
  });
});

test('a surface has /mcp only where it was asked for, and options that are none are refused', async () => {
  const engine = createEngine({ operations: [testCopy], logger: silentLogger });
  onTestFinished(() => engine.stop(0));
  const linkSecrets = ['a secret of at least 32 characters'];
  const options = { engine, keys: createMemoryKeyStore(), linkSecrets, trustUploads: true, prefix };
  expect(platen(options).paths).not.toContain(`${prefix}/mcp`);
  expect(platen({ ...options, mcp: mcpEndpoint() }).paths).toContain(`${prefix}/mcp`);
  expect((await platen(options)(new Request(`http://localhost${prefix}/mcp`))).status).toBe(404);
  expect(() => platen({ ...options, mcp: mcpEndpoint as never })).toThrow('mcp must be what mcpEndpoint()');
  expect(() => mcpEndpoint({ maxBodyBytes: 0 })).toThrow('maxBodyBytes must be');
  expect(() => mcpEndpoint({ allowedOrigins: ['app.example.com'] })).toThrow('allowedOrigins must be origins');
});

test('scopes, quota, rate and limits of the key hold, together with what it does by itself', async () => {
  const { running, createKey, connect, post } = await host();
  const open = async (settings: object) => (await connect({ 'X-API-Key': (await createKey(settings)).key })).client;
  const scoped = await open({ scopes: ['test/gather'] });
  expect((await scoped.listTools()).tools.map(({ name }) => name)).toEqual(['test_gather']);
  await expect(call(scoped, { files: [file] })).rejects.toThrow('there is no tool');
  const poor = await open({ limits: { requestsPerMinute: null, quotaPerMonth: 0 } });
  expect(errorOf(await call(poor, { files: [file] }))).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  const small = await open({ limits: { requestsPerMinute: null, maxFileBytes: 5 } });
  expect(errorOf(await call(small, { files: [file] }))).toMatchObject({ code: 'FILE_TOO_LARGE' });
  const headers = { 'X-API-Key': (await createKey({ limits: { requestsPerMinute: 2 } })).key };
  expect((await post(initialize, headers)).status).toBe(200);
  expect((await fetch(`${running.origin}${prefix}/api/v1/account`, { headers })).status).toBe(200);
  expect(await post(initialize, headers)).toMatchObject({ status: 429, text: expect.stringContaining('RATE_LIMITED') });
});

test('a key that is revoked while its message is answered starts no job', async () => {
  const { engine, keys, createKey, post } = await host();
  const { key, id } = await createKey();
  const opened = await post(initialize, { 'X-API-Key': key });
  const findByHash = keys.findByHash.bind(keys);
  keys.findByHash = async (hash) => {
    const found = await findByHash(hash);
    await keys.revoke(id, Date.now());
    return found;
  };
  const answered = await post(message('tools/call', { name: 'test_copy', arguments: { files: [file] } }), {
    'X-API-Key': key,
    'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '',
  });
  expect(answered).toMatchObject({ status: 200, text: expect.stringContaining('UNAUTHORIZED') });
  expect((await engine.list()).jobs).toEqual([]);
});

test('a clock that is set forth by hours ends no session', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { createKey, post } = await host();
  const headers = { 'X-API-Key': (await createKey()).key };
  const { headers: opened } = await post(initialize, headers);
  const session = { ...headers, 'Mcp-Session-Id': opened.get('mcp-session-id') ?? '' };
  vi.setSystemTime(Date.now() + 5 * 3_600_000);
  expect((await post(initialize, headers)).status).toBe(200);
  expect((await post(message('tools/list'), session)).status).toBe(200);
});

test('sessions and tasks of another key cannot be told from those that are not there', async () => {
  const { createKey, connect, post } = await host();
  const { client, transport } = await connect({ 'X-API-Key': (await createKey()).key });
  const other = { 'X-API-Key': (await createKey()).key };
  const asked = async (session: string) => {
    const { status, text } = await post(message('tools/list'), { ...other, 'Mcp-Session-Id': session });
    return [status, text];
  };
  const own = transport.sessionId ?? '';
  for (const guess of ['none', randomUUID(), `${own}x`, own.toUpperCase()]) {
    expect(await asked(own)).toEqual(await asked(guess));
  }
  const call = { name: 'test_copy', arguments: { files: [file] } };
  const { task } = await client.request(
    { method: 'tools/call', params: { ...call, task: {} } },
    CreateTaskResultSchema,
  );
  const stranger = await connect(other);
  const errorFor = (taskId: string) =>
    stranger.client.experimental.tasks
      .getTask(taskId)
      .catch(({ code, message }) => [code, message.replace(taskId, '')]);
  expect(await errorFor(task.taskId)).toEqual(await errorFor('0'.repeat(32)));
});

test('the sessions and calls of a key are bounded together, and one that ends makes room', async () => {
  const { url, createKey, connect, post } = await host();
  const headers = { 'X-API-Key': (await createKey()).key };
  const opened = await Promise.all(Array.from({ length: 30 }, () => post(initialize, headers)));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(opened.filter(({ status }) => status === 503)).toHaveLength(10);
  const sessions = opened.flatMap(({ headers }) => headers.get('mcp-session-id') ?? []);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const params = { name: 'test_copy', arguments: { files: [file], act: 'wait' } };
  const begin = (session = '') =>
    fetch(url, {
      method: 'POST',
      headers: { ...messageHeaders, ...headers, 'Mcp-Session-Id': session },
      body: JSON.stringify(message('tools/call', params, randomInt(2 ** 31))),
      signal: controller.signal,
    });
  for (let count = 0; count < 32; count += 1) await begin(sessions[count % 16]);
  expect(await (await begin(sessions[19])).text()).toContain('queue_full');
  const ended = await fetch(url, { method: 'DELETE', headers: { ...headers, 'Mcp-Session-Id': sessions[0] ?? '' } });
  expect(ended.status).toBe(200);
  const { transport } = await connect(headers);
  expect(transport.sessionId).toBeDefined();
});

test('cancelling races with everything and leaves no job behind', async () => {
  const { engine, createKey, connect } = await host();
  const { key, id } = await createKey();
  const { client } = await connect({ 'X-API-Key': key });
  for (let turn = 0; turn < 20; turn += 1) {
    const controller = new AbortController();
    const params = { name: 'test_copy', arguments: { files: [file], act: 'wait' } };
    const running = client.callTool(params, undefined, { signal: controller.signal });
    running.catch(() => {});
    for (let tick = 0; tick < turn; tick += 1) await new Promise(setImmediate);
    controller.abort();
  }
  // Of requests that are not there, or are not calls.
  for (const requestId of [0, 999, 'x']) {
    await client.notification({ method: 'notifications/cancelled', params: { requestId } });
  }
  await expect.poll(async () => (await engine.list()).jobs.every(({ state }) => state === 'cancelled')).toBe(true);
  await expect.poll(async () => (await engine.standing(id)).quotaUsed).toBe(0);
  expect(errorOf(await call(client, { files: [file] }))).toBeUndefined();
});

test('only results of this server are read by their link', async () => {
  const { running, createKey, connect } = await host();
  const { client } = await connect({ 'X-API-Key': (await createKey()).key });
  for (const link of [
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    `${running.origin}${prefix}/api/v1/account`,
    '../x',
  ]) {
    expect(errorOf(await call(client, { files: [{ name: 'a.pdf', link }] }))?.code).toBe('INVALID_REQUEST');
  }
  const forged = `${running.origin}${prefix}/api/download/${'e'.repeat(60)}.${'A'.repeat(43)}`;
  expect(errorOf(await call(client, { files: [{ name: 'a.pdf', link: forged }] }))?.code).toBe('NOT_FOUND');
});

test('arguments of every kind are answered in the words of the interface', async () => {
  const { createKey, connect } = await host();
  const { client } = await connect({ 'X-API-Key': (await createKey()).key });
  const wrong = [
    undefined,
    null,
    'a.pdf',
    [],
    [null],
    [{}],
    [{ name: 'a' }],
    [{ name: 'a', data: 1 }],
    [{ ...file, name: 'x'.repeat(100_000) }],
    Array(10_000).fill(file),
  ];
  for (const files of wrong) expect(errorOf(await call(client, { files }))?.code).toBe('INVALID_REQUEST');
  for (const name of ['../../etc/passwd', 'a"; filename="b', 'a\r\n--', '\u0000', '\ud800', '文'.repeat(1_000)]) {
    const result = await call(client, { files: [{ ...file, name }] });
    expect(errorOf(result)).toBeUndefined();
    expect(new URL(uriOf(result)).pathname).toMatch(/^\/convert\/api\/download\/[\w.~-]+$/);
  }
  expect(errorOf(await call(client, { files: [file], act: 'x'.repeat(200_000) }))?.code).toBe('INVALID_REQUEST');
  expect(errorOf(await call(client, { files: [file], files_: {}, 'a"\r\n': 1 }))?.code).toBeUndefined();
});
