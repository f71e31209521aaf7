import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BlobStore, JobQueue, JobStore } from '@platen/core';
import { createMemoryBlobStore, createMemoryJobQueue, createMemoryJobStore } from '@platen/core/memory';
import { expect, test } from 'vitest';
import { createTestEngine, ended, keysIn } from './fixtures/test-engine.ts';
import { parted, pdfBytes, work } from './fixtures/work.ts';

const request = { operation: work.name, inputs: [{ fileName: 'a.pdf', data: pdfBytes }] };

test.each([
  [{ maxOutputs: 4 }, { limit: 'maxOutputs', allowed: 4, actual: 5 }],
  [{ maxOutputBytes: 49 }, { limit: 'maxOutputBytes', allowed: 49, actual: 50 }],
] as const)('outputs beyond %o fail the job with the limit, and none of them stays', async (limits, details) => {
  const blobs = createMemoryBlobStore();
  const { engine, leftovers } = await createTestEngine({ blobs });
  await engine.start();
  const { id } = await engine.submit({ ...request, options: { act: 'many-outputs', count: 5 }, limits });
  expect(await ended(engine, id)).toMatchObject({
    state: 'failed',
    error: { code: 'PROCESSING_FAILED', details: { reason: 'output_limit', ...details } },
  });
  expect(await keysIn(blobs, `jobs/${id}`)).toEqual([]);
  expect(await leftovers()).toEqual([]);
});

test('outputs of all parts count together', async () => {
  const { engine } = await createTestEngine();
  const converting = engine.convert(parted, pdfBytes, { parts: 5 }, { limits: { maxOutputs: 4 } });
  await expect(converting).rejects.toMatchObject({ details: { limit: 'maxOutputs', allowed: 4 } });
});

test('as many outputs as are allowed pass', async () => {
  const { engine } = await createTestEngine({ limits: { maxOutputs: 5, maxOutputBytes: 50 } });
  await using conversion = await engine.convert(work, pdfBytes, { act: 'many-outputs', count: 5 });
  expect(conversion.outputs.map(({ fileName }) => fileName)).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt']);
});

/** What the fixture prints in a process that may have so few files open. */
async function withFewDescriptors(way: 'as-a-job' | 'at-once'): Promise<unknown> {
  const script = fileURLToPath(new URL('./fixtures/many-outputs.ts', import.meta.url));
  const command = 'ulimit -n 80; exec "$0" --conditions=@platen/source "$@"';
  const args = ['-c', command, process.execPath, script, way];
  const child = spawn('/bin/sh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(printed);
}

const isWindows = process.platform === 'win32';

test.skipIf(isWindows)('a thousand outputs are taken over with few descriptors', { timeout: 120_000 }, async () => {
  const job = await withFewDescriptors('as-a-job');
  expect(job).toEqual({ state: 'completed', attempts: 1, outputs: 1_000, error: null });
});

test.skipIf(isWindows)('a process out of descriptors says so, and not what it failed to tidy up', async () => {
  expect(await withFewDescriptors('at-once')).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'host_overloaded' },
  });
});

/** A job store that gives jobs back at once, and tells how long it was asked to wait. */
function impatientStore(): { readonly jobs: JobStore; readonly delays: number[] } {
  const delays: number[] = [];
  const inner = createMemoryJobStore();
  const jobs: JobStore = {
    ...inner,
    async release(id, fence, request) {
      delays.push(request.delayMs);
      return inner.release(id, fence, { ...request, delayMs: 0 });
    },
  };
  return { jobs, delays };
}

/** A queue that knows no delays. */
function impatientQueue(): JobQueue {
  const inner = createMemoryJobQueue();
  return { ...inner, enqueue: (items) => inner.enqueue(items.map((item) => ({ ...item, delayMs: 0 }))) };
}

/** A store whose disk is full for so many outputs. */
function fullStore(failures: number): BlobStore {
  const inner = createMemoryBlobStore();
  let left = failures;
  return {
    ...inner,
    async adopt(key, path) {
      if (key.includes('/out-') && left > 0) {
        left -= 1;
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      }
      return inner.adopt(key, path);
    },
  };
}

test('a shortage of the host uses up no attempts, and the waits between them grow', async () => {
  const { jobs, delays } = impatientStore();
  const queue = impatientQueue();
  const { engine } = await createTestEngine({ jobs, queue, blobs: fullStore(6), maxAttempts: 2 });
  await engine.start();
  const { id } = await engine.submit(request);
  expect(await ended(engine, id)).toMatchObject({ state: 'completed', attempts: 1, releases: 6 });
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
});

test('a shortage that does not end fails the job as what it is', async () => {
  const { jobs, delays } = impatientStore();
  const queue = impatientQueue();
  const { engine } = await createTestEngine({ jobs, queue, maxAttempts: 2 });
  await engine.start();
  const { id } = await engine.submit({ ...request, options: { act: 'disk-full' } });
  expect(await ended(engine, id)).toMatchObject({
    state: 'failed',
    error: { code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_full' } },
  });
  expect(delays).toHaveLength(60);
  expect(Math.max(...delays)).toBe(120_000);
});
