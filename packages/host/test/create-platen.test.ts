import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConversionEngine, ConversionError, generateApiKey } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createMemoryNodeRegistry } from '@platen/core/memory';
import { createEngine, createProcessExecutor, createThreadExecutor } from '@platen/engine';
import { platen } from '@platen/express';
import { platen as fastifyPlaten } from '@platen/fastify';
import { pdfMerge } from '@platen/pdf-merge';
import { createSqliteStore } from '@platen/sqlite';
import express from 'express';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createPlaten, type Platen, StartError } from '../src/index.ts';

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-host-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

const samplePdf = () =>
  new Blob([
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n',
  ]);

/** Submits a split with a fresh key and waits for its end. */
async function splitOverHttp(url: string, { engine, keys }: Pick<Platen, 'engine' | 'keys'>): Promise<string> {
  const { key, record } = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now() });
  await keys.create(record);
  const form = new FormData();
  form.append('file', samplePdf(), 'one.pdf');
  const ended = new Promise<string>((resolve) => {
    engine.on('job-completed', ({ state }) => resolve(state));
    engine.on('job-failed', ({ error }) => resolve(JSON.stringify(error)));
  });
  const answer = await fetch(`${url}/api/v1/pdf/split`, { method: 'POST', headers: { 'X-API-Key': key }, body: form });
  expect(answer.status, await answer.text()).toBe(202);
  return ended;
}

test('one call gives what Express needs, and jobs run in isolated workers', async () => {
  await using host = await createPlaten({ data: await dataFolder() });
  const server = createServer(express().use(platen(host)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(host.engine.isolated).toBe(true);
  expect(await splitOverHttp(url, host)).toBe('completed');
});

test('and what Fastify needs', async () => {
  await using host = await createPlaten({ data: await dataFolder() });
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(fastifyPlaten, host);
  expect(await splitOverHttp(await app.listen({ port: 0, host: '127.0.0.1' }), host)).toBe('completed');
});

test('the data folder is private, and one process has it at a time', async () => {
  const data = await dataFolder();
  const first = await createPlaten({ data, start: false });
  expect((await stat(data)).mode & 0o077).toBe(0);
  expect(await readdir(data)).toContain('link-secrets');
  await expect(createPlaten({ data })).rejects.toThrow(StartError);
  await first.stop(0);
  const second = await createPlaten({ data, start: false });
  expect(second.linkSecrets).toEqual(first.linkSecrets);
  await second.stop(0);
});

test('a folder that cannot be used is said in one line, and nothing stays open', async () => {
  await expect(createPlaten({ data: '/dev/null/data' })).rejects.toThrow(
    /^the folder \/dev\/null\/data cannot be used/,
  );
});

test('a host that is stopped twice, as by two signals, still records what was running', async () => {
  const data = await dataFolder();
  const host = await createPlaten({ data });
  const begun = new Promise<string>((resolve) => host.engine.on('job-started', ({ id }) => resolve(id)));
  await host.engine.submit({ operation: 'pdf/split', inputs: [{ fileName: 'one.pdf', data: samplePdf() }] });
  const id = await begun;
  await Promise.all([host.stop(), host.stop()]);
  await using next = await createPlaten({ data, start: false });
  expect(await next.engine.get(id)).toMatchObject({ state: 'completed', attempts: 1 });
});

test('a disk that is full when the host starts is said in one line, too', async () => {
  const data = await dataFolder();
  const full = new ConversionError('SERVICE_UNAVAILABLE', 'The database is not available', {
    cause: new Error('database or disk is full\n    at Object.batch'),
  });
  const nodes = { ...createMemoryNodeRegistry(), report: () => Promise.reject(full) };
  await expect(createPlaten({ data, nodes })).rejects.toThrow(
    new StartError(`the folder ${data} cannot be used: database or disk is full`),
  );
  await (await createPlaten({ data })).stop(0);
});

test('each part can be replaced', async () => {
  const linkSecrets = ['a secret of the host, 32 characters'];
  await using host = await createPlaten({
    data: await dataFolder(),
    operations: [pdfMerge],
    linkSecrets,
    retentionMs: 60_000,
    start: { work: false },
  });
  expect([...host.engine.operations.keys()]).toEqual(['pdf/merge']);
  expect(host.linkSecrets).toBe(linkSecrets);
  expect(host.engine.retentionMs).toBe(60_000);
});

test('wrong operations and options do not type-check', () => {
  const calls = (host: Platen, any: ConversionEngine) => [
    // @ts-expect-error: no such operation.
    host.engine.convert('pdf/to-wrd', 'a.pdf'),
    // @ts-expect-error: no such option.
    host.engine.convert('pdf/to-word', 'a.pdf', { layuot: 'exact' }),
    // @ts-expect-error: no such value.
    host.engine.convert('pdf/to-word', 'a.pdf', { layout: 'exackt' }),
    // @ts-expect-error: no such option of an operation that is handed over itself.
    any.convert(pdfMerge, ['a.pdf', 'b.pdf'], { bokmarks: true }),
    host.engine.convert('pdf/to-word', 'a.pdf', { layout: 'exact', pages: '1-3' }),
    host.engine.convert(pdfMerge, ['a.pdf', 'b.pdf'], { bookmarks: false }),
    // An engine that does not say what it can do takes any name.
    any.convert('acme/stamp', 'a.pdf', { text: 'PAID' }),
  ];
  expect(calls).toBeTypeOf('function');
});

test('an option that is spelt wrong is refused by every factory', async () => {
  const data = await dataFolder();
  // As a caller from JavaScript gives it.
  const misspelt = (options: object) => ({ ...options, timeoutMS: 5 }) as never;
  await expect(createPlaten(misspelt({ data }))).rejects.toThrow('createPlaten has no option "timeoutMS"');
  await expect(createPlaten({ data, webhooks: misspelt({}) })).rejects.toThrow('createWebhooks has no option');
  const factories = { createEngine, createProcessExecutor, createThreadExecutor, createFsBlobStore, createSqliteStore };
  for (const [name, create] of Object.entries(factories)) {
    expect(() => create(misspelt({}))).toThrow(new RegExp(`^${name} has no option "timeoutMS"\\. Its options are `));
  }
  await using host = await createPlaten({ data });
  expect(() => platen(misspelt({ ...host }))).toThrow('platen has no option "timeoutMS". Its options are engine');
});

test.each([{}, { data: '' }, { data: null }, { data: 5 }])('%j names no folder', async (options) => {
  await expect(createPlaten(options as never)).rejects.toThrow(
    /^data must be the path of a folder, such as '.\/data', not /,
  );
});

test('an option that is undefined leaves the default of the host', async () => {
  const unset = { executor: undefined, blobs: undefined, stagingFolder: undefined } as never as { executor?: never };
  await using host = await createPlaten({ data: await dataFolder(), ...unset });
  expect(host.engine.isolated).toBe(true);
});

test.each([
  [['short'], 'linkSecrets[0] has 5 characters'],
  [[], 'linkSecrets needs one or more'],
  [[undefined], 'is the environment variable that it comes from set?'],
])('link secrets %j are refused where they are given', async (linkSecrets, message) => {
  const data = await dataFolder();
  await expect(createPlaten({ data, linkSecrets: linkSecrets as string[] })).rejects.toThrow(message);
});

test('after a wrong option nothing is left open', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
  const before = threads();
  const data = await dataFolder();
  for (const wrong of [{ retentionMs: -1 }, { webhooks: { allowedNetworks: ['everywhere'] } }]) {
    await expect(createPlaten({ data, ...wrong })).rejects.toThrow();
  }
  await expect.poll(threads).toBe(before);
  await using host = await createPlaten({ data });
  expect(host.engine.isolated).toBe(true);
});
