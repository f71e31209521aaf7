import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { type ConversionEngine, generateApiKey, type KeyLimits, type KeyStore } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { platen } from '@platen/express';
import { standardOperations } from '@platen/standard';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, stream } from './hand-made-pdf.ts';

/** Pages of 8.5 x 11 inches, each with the content given. */
function pages(count: number, content = stream('', Buffer.from('q Q'))): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 4} 0 R`).join(' ');
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R>>';
  const root = ['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, content];
  return pdf([...root, ...Array.from({ length: count }, () => page)]);
}

const inflating = stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(100_000, ' ')));
const nested = pdf(
  [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    `${'['.repeat(20)}${']'.repeat(20)}`,
  ],
  '/Info 4 0 R',
);

interface Answer {
  readonly status: string;
  readonly code?: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly error?: Answer;
  readonly statusUrl: string;
  readonly jobId: string;
  readonly outputs?: readonly { readonly expiresAt: string }[];
}

let folder = '';
let origin = '';
let engine: ConversionEngine;
let keys: KeyStore;
let keyCount = 0;
let close = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-limits-'));
  keys = createMemoryKeyStore();
  engine = createEngine({
    operations: standardOperations,
    executor: createProcessExecutor({ processes: 2 }),
    stagingFolder: folder,
    limits: { maxPages: 2 },
  });
  await engine.start();
  const app = express();
  const linkSecrets = ['a secret for the links of the tests'];
  app.use(platen({ engine, keys, linkSecrets, limits: { maxPages: 3 }, linkTtlMs: 60_000, requestsPerMinute: null }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.close();
    server.closeAllConnections();
    await engine.stop(0);
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

interface Excess {
  readonly operation: string;
  readonly files: readonly Buffer[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** How the message names the limit. */
  readonly says: string;
}

const failed = 'PROCESSING_FAILED';

test.each<[KeyLimits, Excess]>([
  [
    { maxFileBytes: 100 },
    {
      operation: 'pdf/split',
      files: [pages(1)],
      code: 'FILE_TOO_LARGE',
      details: { limitBytes: 100, actualBytes: expect.any(Number), fileName: '0.pdf' },
      says: '100 bytes',
    },
  ],
  [
    { maxRequestBytes: 600 },
    {
      operation: 'pdf/merge',
      files: [pages(1), pages(1)],
      code: 'FILE_TOO_LARGE',
      details: { limitBytes: 600, actualBytes: expect.any(Number) },
      says: 'together exceed the limit of 600 bytes',
    },
  ],
  [
    { maxFiles: 2 },
    {
      operation: 'pdf/merge',
      files: [pages(1), pages(1), pages(1)],
      code: 'INVALID_REQUEST',
      details: { errors: [{ field: 'files', problem: 'at most 2 allowed, 3 sent' }] },
      says: 'at most 2 allowed, 3 sent',
    },
  ],
  [
    { maxPages: 1 },
    {
      operation: 'pdf/to-image',
      files: [pages(2)],
      code: failed,
      details: { reason: 'page_limit', fileName: '0.pdf', limit: 'maxPages', allowed: 1, actual: 2 },
      says: 'the limit is 1',
    },
  ],
  [
    { maxPagePixels: 1_000 },
    {
      operation: 'pdf/to-image',
      files: [pages(1)],
      code: failed,
      details: { reason: 'pixel_limit', fileName: '0.pdf', limit: 'maxPagePixels', allowed: 1_000 },
      says: '1000',
    },
  ],
  [
    { maxInflatedBytes: 10_000 },
    {
      operation: 'pdf/compress',
      files: [pages(1, inflating)],
      code: failed,
      details: { reason: 'damaged_file', fileName: '0.pdf', limit: 'maxInflatedBytes', allowed: 10_000 },
      says: '10000 bytes',
    },
  ],
  [
    { maxObjects: 3 },
    {
      operation: 'pdf/split',
      files: [pages(3)],
      code: failed,
      details: { reason: 'damaged_file', fileName: '0.pdf', limit: 'maxObjects', allowed: 3 },
      says: '3 objects',
    },
  ],
  [
    { maxNesting: 10 },
    {
      operation: 'pdf/compress',
      files: [nested],
      code: failed,
      details: { reason: 'damaged_file', fileName: '0.pdf', limit: 'maxNesting', allowed: 10 },
      says: '10 deep',
    },
  ],
  [
    { maxOutputs: 1 },
    {
      operation: 'pdf/split',
      files: [pages(2)],
      code: failed,
      details: { reason: 'output_limit', limit: 'maxOutputs', allowed: 1, actual: 2 },
      says: 'would produce 2 files; the limit is 1',
    },
  ],
  [
    { maxOutputBytes: 100 },
    {
      operation: 'pdf/split',
      files: [pages(2)],
      code: failed,
      details: { reason: 'output_limit', limit: 'maxOutputBytes', allowed: 100, actual: expect.any(Number) },
      says: '100 bytes',
    },
  ],
  [
    { maxPageRepeats: 1 },
    {
      operation: 'pdf/split',
      files: [pages(2)],
      fields: { pages: '1,2,1-2' },
      code: failed,
      details: { reason: 'output_limit', limit: 'maxPageRepeats', allowed: 1, actual: 2, page: 1 },
      says: 'selected 2 times; the limit is 1',
    },
  ],
  [
    { maxQueuedPerOwner: 0 },
    {
      operation: 'pdf/split',
      files: [pages(1)],
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'queue_full', queued: 0, limit: 0 },
      says: 'the limit is 0',
    },
  ],
  [
    { maxRunMs: 1, maxRunMsPerMegabyte: 0 },
    {
      operation: 'pdf/to-image',
      files: [pages(1)],
      code: failed,
      details: { reason: 'timeout', limit: 'maxRunMs', allowed: 1 },
      says: '0.001 s',
    },
  ],
  [
    { maxMemoryBytes: 32 * 1024 * 1024 },
    {
      operation: 'pdf/to-image',
      files: [pages(3)],
      fields: { dpi: '600' },
      code: failed,
      details: { reason: 'out_of_memory', limit: 'maxMemoryBytes', allowed: 32 * 1024 * 1024 },
      says: '32 MB',
    },
  ],
])('a key with %o of its own is told which limit it passed, and what the limit is', async (limits, excess) => {
  const { code, message, details } = await end(limits, excess);
  expect({ code, details }).toMatchObject({ code: excess.code, details: excess.details });
  expect(message).toContain(excess.says);
});

test('the surface may grant more than the engine does, and a key more than both', async () => {
  const split = (count: number) => ({ operation: 'pdf/split', files: [pages(count)] });
  expect(await end({}, split(3))).toMatchObject({ status: 'completed' });
  expect(await end({}, split(4))).toMatchObject({ code: failed, details: { limit: 'maxPages', allowed: 3 } });
  expect(await end({ maxPages: 4 }, split(4))).toMatchObject({ status: 'completed' });
});

test('a link lives as long as the surface says', async () => {
  const { outputs = [] } = await end({}, { operation: 'pdf/split', files: [pages(1)] });
  const lifeMs = Date.parse(outputs[0]?.expiresAt ?? '') - Date.now();
  expect(lifeMs).toBeGreaterThan(0);
  expect(lifeMs).toBeLessThanOrEqual(60_000);
});

test('a key runs as many jobs at once as its own limit says', async () => {
  const work = { operation: 'pdf/to-image', files: [pages(3)], fields: { dpi: '600' } };
  const key = await createKey({ maxRunningPerOwner: 1 });
  const [first, second] = [await submit(key, work), await submit(key, work)];
  await expect.poll(async () => (await engine.get(first.jobId))?.state).toBe('processing');
  expect(await engine.get(second.jobId)).toMatchObject({ state: 'queued' });
  await engine.cancel(first.jobId);
  await expect.poll(async () => (await engine.get(second.jobId))?.state).not.toBe('queued');
});

type Work = Pick<Excess, 'operation' | 'files' | 'fields'>;

/** The refusal of a key's upload, or how its job ended. */
async function end(limits: KeyLimits, work: Work): Promise<Answer> {
  const key = await createKey(limits);
  const accepted = await submit(key, work);
  if (accepted.code !== undefined) return accepted;
  for (;;) {
    const polled = await fetch(accepted.statusUrl, { headers: { 'X-API-Key': key } });
    const job = (await polled.json()) as Answer;
    if (job.status !== 'processing') return job.error ?? job;
    await delay(20);
  }
}

async function createKey(limits: KeyLimits): Promise<string> {
  keyCount += 1;
  const { key, record } = generateApiKey({ id: `key-${keyCount}`, name: 'limits', createdAt: Date.now(), limits });
  await keys.create(record);
  return key;
}

async function submit(key: string, { operation, files, fields = {} }: Work): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [index, file] of files.entries()) form.append('files', new Blob([new Uint8Array(file)]), `${index}.pdf`);
  const headers = { 'X-API-Key': key };
  const response = await fetch(`${origin}/api/v1/${operation}`, { method: 'POST', headers, body: form });
  return (await response.json()) as Answer;
}
