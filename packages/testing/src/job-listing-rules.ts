import type { JobFilter, JobStore, PageRequest } from '@platen/core';
import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import {
  cancelling,
  completion,
  failing,
  insertJobs,
  sampleClaim,
  sampleFile,
  sampleJob,
  unbounded,
} from './sample-records.ts';

async function idsOf(store: JobStore, filter: JobFilter, page?: PageRequest): Promise<readonly string[]> {
  return (await store.list(filter, page)).jobs.map(({ id }) => id);
}

/** All pages of so many jobs, one after the other. */
async function allPages(store: JobStore, filter: JobFilter, limit: number): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<JobStore['list']>> = await store.list(filter, {
      limit,
      ...(cursor === null ? {} : { cursor }),
    });
    pages.push(page.jobs.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

export function listingRules(rule: JobStoreRule): void {
  rule('newest or oldest first, by owner, state, operation and text', async (store, { advance }) => {
    const jobs = [
      sampleJob('old'),
      sampleJob('middle', { ownerId: 'owner-2', operation: 'pdf/split' }),
      sampleJob('new', { inputs: [{ ...sampleFile('x'), fileName: '100%_Plan.PDF' }] }),
      sampleJob('own', { ownerId: null }),
    ];
    for (const job of jobs) {
      await store.insert(job, unbounded);
      await advance(5);
    }
    await store.claim('new', sampleClaim);
    expect(await idsOf(store, {})).toEqual(['own', 'new', 'middle', 'old']);
    expect(await idsOf(store, { order: 'oldest' })).toEqual(['old', 'middle', 'new', 'own']);
    expect(await idsOf(store, { ownerId: 'owner-1' })).toEqual(['new', 'old']);
    expect(await idsOf(store, { ownerId: null })).toEqual(['own']);
    expect(await idsOf(store, { states: ['queued'] })).toEqual(['own', 'middle', 'old']);
    expect(await idsOf(store, { states: ['processing', 'completed'] })).toEqual(['new']);
    expect(await idsOf(store, { states: [] })).toEqual([]);
    expect(await idsOf(store, { operations: ['pdf/split'] })).toEqual(['middle']);
    expect(await idsOf(store, { text: 'plan.pdf' })).toEqual(['new']);
    expect(await idsOf(store, { text: '%_p' })).toEqual(['new']);
    expect(await idsOf(store, { text: '%port' })).toEqual([]);
    expect(await idsOf(store, { text: 'middle' })).toEqual(['middle']);
    expect(await idsOf(store, { text: 'request-old' })).toEqual(['old']);
    const { createdAt = 0 } = (await store.get('middle')) ?? {};
    expect(await idsOf(store, { createdBefore: createdAt })).toEqual(['old']);
    expect(await idsOf(store, { createdFrom: createdAt })).toEqual(['own', 'new', 'middle']);
    expect(await idsOf(store, {}, { limit: 2 })).toEqual(['own', 'new']);
  });

  rule('pages leave out no job and show none twice, though many were made in the same millisecond', async (store) => {
    const ids = Array.from({ length: 25 }, (_, index) => `job-${String(index).padStart(2, '0')}`);
    await Promise.all(ids.map((id) => store.insert(sampleJob(id), unbounded)));
    for (const order of ['newest', 'oldest'] as const) {
      const pages = await allPages(store, { order }, 4);
      expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 1]);
      expect(pages.flat().toSorted()).toEqual(ids);
    }
    const forward = (await allPages(store, { order: 'oldest' }, 4)).flat();
    expect((await allPages(store, {}, 7)).flat()).toEqual(forward.toReversed());
  });

  rule('a page that ends with the last job has no next one', async (store) => {
    await insertJobs(store, ['a', 'b']);
    expect((await store.list({}, { limit: 2 })).nextCursor).toBeNull();
    expect((await store.list({}, { limit: 1 })).nextCursor).not.toBeNull();
  });

  rule('what comes and goes between two pages shifts neither', async (store, { advance }) => {
    for (const id of ['a', 'b', 'c', 'd']) {
      await insertJobs(store, [id]);
      await advance(5);
    }
    const first = await store.list({}, { limit: 2 });
    await insertJobs(store, ['e']);
    await store.remove('d');
    expect(await idsOf(store, {}, { limit: 2, cursor: first.nextCursor ?? '' })).toEqual(['b', 'a']);
  });

  rule('a cursor that no listing returned is refused', async (store) => {
    const made = [
      '[1]',
      '[1e308,"a"]',
      '[0.5,"a"]',
      '[1,"\\u0000"]',
      '[1,"\\ud800"]',
      '[null,null]',
      '{"0":1,"1":"a"}',
    ];
    for (const cursor of ['nonsense', '', ...made.map((text) => Buffer.from(text).toString('base64url'))]) {
      await expect(store.list({}, { cursor })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  rule('a page stops at 100 jobs, and at 1 000 however many are asked for', async (store) => {
    await Promise.all(Array.from({ length: 1_005 }, (_, index) => store.insert(sampleJob(`${index}`), unbounded)));
    expect((await store.list({})).jobs).toHaveLength(100);
    expect((await store.list({}, { limit: 5_000 })).jobs).toHaveLength(1_000);
  });

  rule('a summary has what a listing shows and nothing that may be long', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    await store.finish('a', 1, completion);
    const [summary] = (await store.list({})).jobs;
    const record = await store.get('a');
    expect(summary).toEqual({
      id: 'a',
      ownerId: 'owner-1',
      keyId: 'key-1',
      operation: 'pdf/merge',
      limits: { maxPages: 7 },
      state: 'completed',
      progress: 100,
      attempts: 1,
      nodeId: null,
      availableAt: record?.availableAt,
      createdAt: record?.createdAt,
      updatedAt: record?.updatedAt,
      startedAt: record?.startedAt,
      finishedAt: record?.finishedAt,
      durationMs: 0,
      purgeAt: record?.purgeAt,
      correlationId: 'request-a',
      error: null,
      fileName: 'report – Grüße.pdf',
      inputCount: 2,
      inputBytes: 2_468,
      outputCount: 1,
      outputBytes: 1_234,
    });
  });

  rule('counts every state, of one owner or of all', async (store) => {
    await insertJobs(store, ['a', 'f']);
    await insertJobs(store, ['b'], { ownerId: 'owner-2' });
    await insertJobs(store, ['c'], { ownerId: null });
    await store.claim('a', sampleClaim);
    await store.finish('a', 1, completion);
    await store.close('f', failing);
    expect(await store.counts()).toEqual({ queued: 2, processing: 0, completed: 1, failed: 1, cancelled: 0 });
    expect(await store.counts('owner-2')).toMatchObject({ queued: 1, completed: 0 });
    expect(await store.counts(null)).toMatchObject({ queued: 1, completed: 0 });
    await store.remove('a');
    expect(await store.counts()).toMatchObject({ completed: 0 });
  });

  rule('tells what is unfinished, by operation, and how long the oldest has waited', async (store) => {
    expect(await store.backlog()).toEqual([]);
    await insertJobs(store, ['a', 'b', 'c']);
    await insertJobs(store, ['d'], { ownerId: null, operation: 'pdf/split' });
    await insertJobs(store, ['e'], { operation: 'ocr' });
    await store.claim('a', sampleClaim);
    await store.claim('d', sampleClaim);
    await store.close('e', failing);
    const { operation } = sampleJob('a');
    const oldest = (await store.get('b'))?.createdAt;
    const byName = (await store.backlog()).toSorted((one, other) => (one.operation < other.operation ? -1 : 1));
    expect(byName).toEqual([
      { operation, queued: 2, processing: 1, oldestQueuedAt: oldest },
      { operation: 'pdf/split', queued: 0, processing: 1, oldestQueuedAt: null },
    ]);
  });

  rule('usage adds up ended jobs by day, owner and operation, and outlives them', async (store) => {
    await insertJobs(store, ['a', 'b', 'c']);
    await insertJobs(store, ['d'], { ownerId: null, operation: 'pdf/split' });
    for (const id of ['a', 'b']) await store.claim(id, sampleClaim);
    await store.finish('a', 1, { ...completion, durationMs: 25 });
    await store.finish('b', 1, { ...failing, durationMs: 15 });
    await store.close('c', cancelling);
    const ended = await store.close('d', failing);
    for (const id of ['a', 'b', 'c', 'd']) await store.remove(id);
    const day = new Date(ended?.finishedAt ?? 0).toISOString().slice(0, 10);
    const all = await store.usage({ fromDay: day, toDay: day });
    expect(all).toMatchObject([
      { day, ownerId: null, operation: 'pdf/split', completed: 0, failed: 1, cancelled: 0, processingMs: 0 },
      { day, ownerId: 'owner-1', operation: 'pdf/merge', completed: 1, failed: 1, cancelled: 1, outputBytes: 1_234 },
    ]);
    expect(all[1]?.inputBytes).toBe(3 * 2_468);
    expect(all[1]?.processingMs).toBe(40);
    expect(await store.usage({ fromDay: day, toDay: day, ownerId: null })).toHaveLength(1);
    expect(await store.usage({ fromDay: '2000-01-01', toDay: '2000-01-02' })).toEqual([]);
  });
}
