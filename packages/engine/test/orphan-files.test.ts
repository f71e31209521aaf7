import { Readable } from 'node:stream';
import { type BlobStore, type JobStore, silentLogger } from '@platen/core';
import { createMemoryBlobStore, createMemoryJobStore } from '@platen/core/memory';
import { sampleClaim, sampleJob, unbounded } from '@platen/testing';
import { expect, test } from 'vitest';
import type { ResolvedOptions } from '../src/engine-options.ts';
import { removeOrphanFiles } from '../src/orphan-files.ts';
import { keysIn } from './fixtures/test-engine.ts';

const soleNode = { ids: new Set(['own']), deadAfterMs: 0 };

test('an output that a run stored between two pages of the search stays', async () => {
  const jobs = createMemoryJobStore();
  const blobs = createMemoryBlobStore();
  const [input, output] = ['jobs/a/in-own.1.0', 'jobs/a/out-1/0'];
  await blobs.put(input, Readable.from(['in']));
  await jobs.insert(sampleJob('a', { inputs: [{ ...sampleJob('a').inputs[0], key: input } as never] }), unbounded);
  const list: BlobStore['list'] = async (prefix, options = {}) => {
    if (options.cursor !== undefined && (await jobs.claim('a', sampleClaim)).kind === 'claimed') {
      await blobs.put(output, Readable.from(['out']));
    }
    return {
      ...(await blobs.list(prefix, { ...options, limit: 1 })),
      ...(options.cursor === undefined && { nextCursor: input }),
    };
  };
  await removeOrphanFiles(optionsOf(jobs, { ...blobs, list }), soleNode);
  expect(await keysIn(blobs, 'jobs')).toEqual([input, output]);
});

function optionsOf(jobs: JobStore, blobs: BlobStore): ResolvedOptions {
  return { jobs, blobs, keepFailedInputs: false, logger: silentLogger } as unknown as ResolvedOptions;
}
