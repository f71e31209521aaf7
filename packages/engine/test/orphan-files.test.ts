import { Readable } from 'node:stream';
import { type BlobStore, type JobStore, type NewJob, silentLogger } from '@platen/core';
import { createMemoryBlobStore, createMemoryJobStore } from '@platen/core/memory';
import { expect, test } from 'vitest';
import type { ResolvedOptions } from '../src/engine-options.ts';
import { removeOrphanFiles } from '../src/orphan-files.ts';
import { keysIn } from './fixtures/test-engine.ts';

const claim = { nodeId: 'own', leaseMs: 600_000, maxRunningPerOwner: null };
const soleNode = { ids: new Set(['own']), deadAfterMs: 0 };

test('an output that a run stored between two pages of the search stays', async () => {
  const jobs = createMemoryJobStore();
  const blobs = createMemoryBlobStore();
  const [input, output] = ['jobs/a/in-own.1.0', 'jobs/a/out-1/0'];
  await blobs.put(input, Readable.from(['in']));
  await jobs.insert(jobOf(input), { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null });
  const list: BlobStore['list'] = async (prefix, options = {}) => {
    if (options.cursor !== undefined && (await jobs.claim('a', claim)).kind === 'claimed') {
      await blobs.put(output, Readable.from(['out']));
    }
    return {
      ...(await blobs.list(prefix, { ...options, limit: 1 })),
      ...(options.cursor === undefined && { nextCursor: input }),
    };
  };
  const options = optionsOf(jobs, { ...blobs, list });
  const second = await removeOrphanFiles(options, soleNode, null);
  expect(await removeOrphanFiles(options, soleNode, second)).toBeNull();
  expect(await keysIn(blobs, 'jobs')).toEqual([input, output]);
});

function jobOf(inputKey: string): NewJob {
  const input = { key: inputKey, fileName: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 2 };
  const none = { ownerId: null, keyId: null, secrets: null, webhookUrl: null, requestHash: null };
  const empty = { options: {}, limits: {}, warnings: [] };
  return { id: 'a', operation: 'test/work', correlationId: 'a', inputs: [input], ...none, ...empty };
}

function optionsOf(jobs: JobStore, blobs: BlobStore): ResolvedOptions {
  return { jobs, blobs, keepFailedInputs: false, logger: silentLogger } as unknown as ResolvedOptions;
}
