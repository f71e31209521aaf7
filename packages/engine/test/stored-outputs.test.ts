import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, open, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, type StoredFile, silentLogger } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createMemoryJobStore } from '@platen/core/memory';
import { expect, onTestFinished, test } from 'vitest';
import { createStoredOutputs } from '../src/stored-outputs.ts';
import { createTestClock, createTestEngine, ended, keysIn } from './fixtures/test-engine.ts';
import { pdfBytes, work } from './fixtures/work.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-stored-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A number that looks random and is the same each time. */
function numberOf(seed: string, limit: number): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) % limit;
}

/** A completed job with so many outputs in a local folder; every twentieth takes several pieces of a stream. */
async function storeOutputs(count: number) {
  const folder = await makeFolder();
  const clock = createTestClock();
  const jobs = createMemoryJobStore({ clock });
  const outputs: StoredFile[] = [];
  await mkdir(join(folder, 'jobs/a/out-1'), { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const sizeBytes = 2 + numberOf(`size ${index}`, index % 20 === 0 ? 200_000 : 2_000);
    const bytes = Buffer.alloc(sizeBytes, `file ${index} `);
    const key = `jobs/a/out-1/${index}`;
    await writeFile(join(folder, key), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    outputs.push({ key, fileName: `${index}.txt`, mediaType: 'text/plain', sizeBytes, sha256 });
  }
  const job = { id: 'a', ownerId: null, keyId: null, operation: 'test', options: {}, limits: {}, correlationId: 'c' };
  const rest = { requestHash: null, inputs: [], warnings: [], secrets: null, webhookUrl: null };
  await jobs.insert({ ...job, ...rest }, { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null });
  await jobs.claim('a', { nodeId: 'n', leaseMs: 1_000, maxRunningPerOwner: null });
  const outcome = { state: 'completed', outputs, warnings: [] } as const;
  await jobs.finish('a', 1, { outcome, durationMs: 0, retentionMs: 1_000, messages: [] });
  const logged: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (fields) => void logged.push(fields) };
  const stored = createStoredOutputs({ jobs, blobs: createFsBlobStore({ folder }), clock, logger });
  return { folder, jobs, clock, outputs, logged, stored };
}

const damages: readonly ((path: string, size: number, seed: string) => Promise<unknown>)[] = [
  async (path, size, seed) => {
    const bytes = await readFile(path);
    const at = numberOf(seed, size);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << numberOf(`${seed} bit`, 8));
    await writeFile(path, bytes);
  },
  async (path, size, seed) => truncate(path, numberOf(seed, size)),
  async (path) => unlink(path),
  async (path) => appendFile(path, 'x'),
];

/** What a reader gets: all of it, or an error and less than all. */
async function readAll(opening: Promise<NodeJS.ReadableStream>): Promise<{ bytes: number; error: unknown }> {
  let bytes = 0;
  try {
    for await (const chunk of await opening) bytes += (chunk as Buffer).length;
    return { bytes, error: null };
  } catch (error) {
    return { bytes, error };
  }
}

test('of 1 000 flipped, cut, removed and grown outputs every one is noticed, and none can be read to its end', {
  timeout: 120_000,
}, async () => {
  const { folder, jobs, outputs, logged, stored } = await storeOutputs(1_000);
  for (const [index, { key, sizeBytes }] of outputs.entries()) {
    expect(await readAll(stored.open('a', index))).toEqual({ bytes: sizeBytes, error: null });
    await damages[index % damages.length]?.(join(folder, key), sizeBytes, `damage ${index}`);
    // The first look finds it; the second is refused by the mark.
    for (const _ of [1, 2]) {
      const { bytes, error } = await readAll(stored.open('a', index));
      expect(error, `${index}`).toMatchObject({ code: 'OUTPUT_DAMAGED', details: { fileName: `${index}.txt` } });
      expect(bytes).toBeLessThan(sizeBytes);
    }
  }
  expect(logged).toHaveLength(1_000);
  expect(logged[0]).toMatchObject({ jobId: 'a', correlationId: 'c', outputIndex: 0 });
  const job = await jobs.get('a');
  expect(job?.outputs.every(({ isDamaged }) => isDamaged === true)).toBe(true);
  expect(job?.warnings).toMatchObject([
    { code: 'OUTPUT_DAMAGED', message: expect.stringContaining('995 other files') },
  ]);
});

test('a part of a file is checked by size: what is cut, removed or grown is refused', async () => {
  const { folder, outputs, stored } = await storeOutputs(200);
  for (const [index, { key, sizeBytes }] of outputs.entries()) {
    const range = { start: 1, end: sizeBytes - 1 };
    expect(await readAll(stored.open('a', index, range))).toEqual({ bytes: sizeBytes - 1, error: null });
    const [, ...sizeDamages] = damages;
    await sizeDamages[index % sizeDamages.length]?.(join(folder, key), sizeBytes, `damage ${index}`);
    expect((await readAll(stored.open('a', index, range))).error).toMatchObject({ code: 'OUTPUT_DAMAGED' });
  }
});

test('a range of the whole file is checked as the whole file', async () => {
  const { folder, outputs, stored } = await storeOutputs(1);
  const [{ key, sizeBytes } = { key: '', sizeBytes: 0 }] = outputs;
  await damages[0]?.(join(folder, key), sizeBytes, 'flip');
  const { error } = await readAll(stored.open('a', 0, { start: 0, end: sizeBytes - 1 }));
  expect(error).toMatchObject({ code: 'OUTPUT_DAMAGED' });
});

test('a file that is cut while it is read fails instead of ending early', async () => {
  const { folder, outputs, stored } = await storeOutputs(1);
  const [{ key, sizeBytes } = { key: '', sizeBytes: 0 }] = outputs;
  const body = await stored.open('a', 0, { start: 0, end: sizeBytes - 1 });
  await using file = await open(join(folder, key), 'r+');
  await file.truncate(1);
  expect((await readAll(Promise.resolve(body))).error).toMatchObject({ code: 'OUTPUT_DAMAGED' });
});

test('the outputs of a job that is due to be purged are not called damaged', async () => {
  const { folder, clock, logged, outputs, stored } = await storeOutputs(1);
  await unlink(join(folder, outputs[0]?.key ?? ''));
  clock.advance(1_000);
  await expect(stored.open('a', 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(logged).toEqual([]);
});

test('a stream that nobody reads to its end lets go of its file', async () => {
  const { stored } = await storeOutputs(1);
  const body = await stored.open('a', 0);
  body.destroy();
  await once(body, 'close');
  expect(body.errored).toBeNull();
});

test('inputs and outputs keep their SHA-256, however they came', async () => {
  const folder = await makeFolder();
  const path = join(folder, 'a.pdf');
  await writeFile(path, pdfBytes);
  const { engine } = await createTestEngine();
  const sha256 = createHash('sha256').update(pdfBytes).digest('hex');
  for (const input of [path, pdfBytes]) {
    const { inputs } = await engine.submit({ operation: work.name, inputs: [input] });
    expect(inputs).toMatchObject([{ sha256 }]);
  }
  await engine.start();
  const { id } = await engine.submit({ operation: work.name, inputs: [pdfBytes] });
  const { outputs } = await ended(engine, id);
  const [output] = outputs;
  const hash = createHash('sha256');
  for await (const chunk of await engine.open(id, 0)) hash.update(chunk as Buffer);
  expect(output?.sha256).toBe(hash.digest('hex'));
});

test.each(['flipped', 'cut', 'grown'])(
  'an input that was %s in the storage fails its job, and is not converted',
  async (how) => {
    const folder = await makeFolder();
    const blobs = createFsBlobStore({ folder });
    const { engine } = await createTestEngine({ blobs });
    const { id } = await engine.submit({ operation: work.name, inputs: [{ fileName: 'a.pdf', data: pdfBytes }] });
    const [key = ''] = await keysIn(blobs, `jobs/${id}`);
    await damages[{ flipped: 0, cut: 1, grown: 3 }[how] ?? 0]?.(join(folder, key), pdfBytes.length, how);
    await engine.start();
    expect(await ended(engine, id)).toMatchObject({
      state: 'failed',
      error: { code: 'PROCESSING_FAILED', details: { reason: 'internal', fileName: 'a.pdf' } },
    });
  },
);
