import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BlobStore, ConversionEngine, JobRecord, JobStore } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createMemoryBlobStore, createMemoryJobStore } from '@platen/core/memory';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, createTestEngine, ended, keysIn } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const request = { operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }], ownerId: 'one' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-chain-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Shared {
  readonly jobs: JobStore;
  readonly blobs: BlobStore;
  readonly retentionMs: number;
}

/** A completed job in stores that other engines may open. */
async function sourceIn(shared: Shared): Promise<JobRecord> {
  const { engine } = await createTestEngine(shared);
  await engine.start();
  const source = await ended(engine, (await engine.submit(request)).id);
  await engine.stop(0);
  return source;
}

const chain = (engine: ConversionEngine, { id }: JobRecord, ownerId = 'one') =>
  engine.submit({ operation: 'test/work', inputs: [{ jobId: id, output: 1 }], ownerId });

describe.each([
  ['in memory', () => createMemoryBlobStore()],
  ['in a folder', () => createFsBlobStore({ folder: join(folder, 'blobs') })],
])('a job that waits for its turn with what another made, files %s', (_, makeBlobs: () => BlobStore) => {
  const clock = createTestClock();
  const open = (): Shared => ({ jobs: createMemoryJobStore({ clock }), blobs: makeBlobs(), retentionMs: 10_000 });

  async function expectRun(shared: Shared, id: string): Promise<void> {
    const { engine } = await createTestEngine({ ...shared, sweepIntervalMs: 5 });
    await engine.start();
    expect(await ended(engine, id)).toMatchObject({
      state: 'completed',
      outputs: [{ fileName: 'copy of copy of a.pdf' }],
    });
    expect(await text(await engine.open(id, 0))).toBe('%PDF-1.7\n');
  }

  test('does not need the other job, which is deleted', async () => {
    const shared = open();
    const source = await sourceIn(shared);
    const { engine, leftovers } = await createTestEngine(shared);
    const { id } = await chain(engine, source);
    expect(await engine.remove(source.id)).toBe(true);
    expect(await keysIn(shared.blobs, `jobs/${source.id}`)).toEqual([]);
    expect(await leftovers()).toEqual([]);
    await expectRun(shared, id);
  });

  test('does not need the other job, whose retention ends, nor is its file an orphan', async () => {
    const shared = open();
    const source = await sourceIn(shared);
    const { engine } = await createTestEngine({ ...shared, sweepIntervalMs: 5, orphanIntervalMs: 5 });
    const { id } = await chain(engine, source);
    clock.advance(60_000);
    await engine.start({ work: false });
    await expect.poll(() => shared.jobs.get(source.id)).toBeNull();
    await expect.poll(() => keysIn(shared.blobs, `jobs/${source.id}`)).toEqual([]);
    await engine.stop(0);
    await expectRun(shared, id);
  });

  test('leaves the file of the other job alone when it is refused or ends', async () => {
    const shared = open();
    const source = await sourceIn(shared);
    const { engine } = await createTestEngine(shared);
    const inputs = [{ jobId: source.id }];
    const refused = engine.submit({ operation: 'test/work', inputs, ownerId: 'one', quotaPerMonth: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await keysIn(shared.blobs, 'jobs')).toEqual(source.outputs.map(({ key }) => key));
    const { engine: other } = await createTestEngine(shared);
    await other.cancel((await chain(other, source)).id);
    expect(await keysIn(shared.blobs, 'jobs')).toEqual(source.outputs.map(({ key }) => key));
    expect(await text(await other.open(source.id, 0))).toBe('%PDF-1.7\n');
  });

  test('is not recorded when the store breaks off in between, and leaves nothing', async () => {
    const shared = open();
    const source = await sourceIn(shared);
    const insert = async () => {
      throw new Error('crashed');
    };
    const { engine, leftovers } = await createTestEngine({ ...shared, jobs: { ...shared.jobs, insert } });
    await expect(chain(engine, source)).rejects.toThrow('crashed');
    expect(await keysIn(shared.blobs, 'jobs')).toEqual(source.outputs.map(({ key }) => key));
    expect(await leftovers()).toEqual([]);
  });
});

describe('what is refused', () => {
  const open = (): Shared => ({ jobs: createMemoryJobStore(), blobs: createMemoryBlobStore(), retentionMs: 10_000 });

  test("another owner's job, one of no owner and an unknown one are not found", async () => {
    const shared = open();
    const source = await sourceIn(shared);
    const { engine } = await createTestEngine(shared);
    await expect(chain(engine, source, 'other')).rejects.toMatchObject({ code: 'JOB_NOT_FOUND', details: {} });
    const inputs = [{ jobId: source.id }];
    await expect(engine.submit({ operation: 'test/work', inputs })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
    await expect(chain(engine, { ...source, id: 'none' })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  test('a job that is deleted while its output is opened is not found', async () => {
    const shared = open();
    const source = await sourceIn(shared);
    const jobs: JobStore = { ...shared.jobs };
    const { engine } = await createTestEngine({ ...shared, jobs: { ...jobs, get: once(jobs, source.id) } });
    await expect(chain(engine, source)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  /** Gives a record once, and nothing afterwards. */
  function once(jobs: JobStore, id: string): JobStore['get'] {
    let isGone = false;
    return async (each) => {
      const job = isGone && each === id ? null : await jobs.get(each);
      isGone ||= each === id;
      return job;
    };
  }

  test('an output that was damaged in storage is not copied', async () => {
    const shared = open();
    const source = await sourceIn(shared);
    await shared.blobs.remove(source.outputs[0]?.key ?? '');
    const { engine } = await createTestEngine(shared);
    await expect(chain(engine, source)).rejects.toMatchObject({ code: 'OUTPUT_DAMAGED' });
    expect((await engine.get(source.id))?.outputs[0]?.isDamaged).toBe(true);
  });

  test('an output of a type that the operation does not take', async () => {
    const shared = open();
    const { engine } = await createTestEngine(shared);
    await engine.start();
    const { id } = await engine.submit({ ...request, options: { act: 'environment' } });
    const source = await ended(engine, id);
    await expect(chain(engine, source)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      details: { fileName: 'environment.txt' },
    });
  });
});
