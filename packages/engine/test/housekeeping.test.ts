import { createMemoryBlobStore, createMemoryJobStore } from '@platen/core/memory';
import { sampleClaim, sampleJob, unbounded } from '@platen/testing';
import { expect, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';

const due = { outcome: { state: 'cancelled', warnings: [] }, durationMs: 0, retentionMs: 0, messages: [] } as const;

test('jobs of dead nodes are taken back while a purge hangs', async () => {
  const jobs = createMemoryJobStore();
  const blobs = createMemoryBlobStore();
  const gate = Promise.withResolvers<void>();
  const slow = { ...blobs, removeKeys: () => gate.promise };
  await jobs.insert(sampleJob('old', { operation: 'test/work' }), unbounded);
  await jobs.close('old', due);
  const { engine } = await createTestEngine({ jobs, blobs: slow, sweepIntervalMs: 5 });
  await engine.start({ work: false });
  await jobs.insert(sampleJob('lost', { operation: 'test/work' }), unbounded);
  await jobs.claim('lost', { ...sampleClaim, leaseMs: 1 });
  await expect.poll(async () => (await jobs.get('lost'))?.state).toBe('queued');
  expect(await jobs.get('old')).not.toBeNull();
  gate.resolve();
  await expect.poll(() => jobs.get('old')).toBeNull();
});

test('a backlog of retention goes in batches: one removal of files and one of records for each', async () => {
  const jobs = createMemoryJobStore();
  const blobs = createMemoryBlobStore();
  const calls: string[] = [];
  const countedBlobs = {
    ...blobs,
    removeKeys: async (keys: readonly string[]) => {
      calls.push('files');
      await blobs.removeKeys(keys);
    },
  };
  for (let index = 0; index < 1_200; index += 1) {
    await jobs.insert(sampleJob(`job-${index}`, { operation: 'test/work' }), unbounded);
    await jobs.close(`job-${index}`, due);
  }
  const { engine } = await createTestEngine({ jobs, blobs: countedBlobs, sweepIntervalMs: 5 });
  const purged: string[] = [];
  engine.on('job-purged', ({ id }) => purged.push(id));
  await engine.start({ work: false });
  await expect.poll(() => purged.length).toBe(1_200);
  expect(calls.length).toBeLessThanOrEqual(3);
});

test('a search for orphan files goes on where a page failed', async () => {
  const blobs = createMemoryBlobStore();
  const seen: (string | undefined)[] = [];
  let failures = 1;
  const twoPages = {
    ...blobs,
    async list(_prefix: string, { cursor }: { readonly cursor?: string } = {}) {
      seen.push(cursor);
      if (cursor === 'second' && failures > 0) {
        failures -= 1;
        throw new Error('slow');
      }
      return { blobs: [], nextCursor: cursor === undefined ? 'second' : null };
    },
  };
  const { engine } = await createTestEngine({ blobs: twoPages, sweepIntervalMs: 5 });
  await engine.start({ work: false });
  await expect.poll(() => seen).toEqual([undefined, 'second', 'second']);
});
