import type { JobStore } from '@platen/core';
import { describe, expect } from 'vitest';
import { cancelledOutcome, completedOutcome, failedOutcome, sampleJob } from './sample-records.ts';
import { createRule, type Make, type Subject } from './subject.ts';

const lease = { now: 2_000, leaseMs: 30_000 };
const completed = { outcome: completedOutcome, now: 3_000, purgeAt: 90_000 };
const failed = { outcome: failedOutcome, now: 3_000, purgeAt: 90_000 };
const cancelled = { outcome: cancelledOutcome, now: 3_000, purgeAt: 90_000 };

/** Every rule of the `JobStore` contract. `make` returns an empty store. */
export function jobStoreSuite(make: Make<Subject<JobStore>>): void {
  const rule = createRule<JobStore, Subject<JobStore>>(make);

  describe('JobStore: records', () => {
    rule('a new job is queued and reads back as it was given', async (store) => {
      const job = sampleJob('a');
      const record = await store.insert(job);
      expect(record).toEqual({
        ...job,
        state: 'queued',
        progress: 0,
        attempts: 0,
        fence: 0,
        leaseUntil: null,
        startedAt: null,
        finishedAt: null,
        purgeAt: null,
        outputs: [],
        error: null,
      });
      expect(await store.get('a')).toEqual(record);
    });

    rule('a job of the process itself has no owner, no secrets and no request hash', async (store) => {
      await store.insert(sampleJob('a', { owner: null, secrets: null, requestHash: null }));
      expect(await store.get('a')).toMatchObject({ owner: null, secrets: null, requestHash: null });
    });

    rule('an id that is there already returns its record unchanged', async (store) => {
      await store.insert(sampleJob('a'));
      const claimed = await store.claim('a', lease);
      expect(await store.insert(sampleJob('a', { operation: 'pdf/split' }))).toEqual(claimed);
    });

    rule('of racing inserts with one id only one is kept', async (store) => {
      const owners = ['o1', 'o2', 'o3', 'o4'];
      const records = await Promise.all(owners.map((owner) => store.insert(sampleJob('a', { owner }))));
      expect(new Set(records.map(({ owner }) => owner)).size).toBe(1);
      expect(await store.count()).toMatchObject({ queued: 1 });
    });

    rule('an unknown id is null', async (store) => {
      expect(await store.get('nobody')).toBeNull();
    });

    rule('a removed job is forgotten, and removing it again does nothing', async (store) => {
      await store.insert(sampleJob('a'));
      await store.remove('a');
      await store.remove('a');
      expect(await store.get('a')).toBeNull();
    });

    rule('what the caller does to its own objects later does not reach the store', async (store) => {
      const options = { pages: '1' };
      await store.insert(sampleJob('a', { options }));
      options.pages = '2';
      expect((await store.get('a'))?.options).toEqual({ pages: '1' });
    });
  });

  describe('JobStore: listing', () => {
    rule('newest first, by owner, state and time, up to a limit', async (store) => {
      await store.insert(sampleJob('old', { createdAt: 1 }));
      await store.insert(sampleJob('new', { createdAt: 3 }));
      await store.insert(sampleJob('middle', { createdAt: 2, owner: 'owner-2' }));
      await store.insert(sampleJob('own', { createdAt: 4, owner: null }));
      await store.claim('new', lease);
      const ids = async (filter: Parameters<JobStore['list']>[0]) => (await store.list(filter)).map(({ id }) => id);

      expect(await ids({})).toEqual(['own', 'new', 'middle', 'old']);
      expect(await ids({ owner: 'owner-1' })).toEqual(['new', 'old']);
      expect(await ids({ owner: null })).toEqual(['own']);
      expect(await ids({ states: ['queued'] })).toEqual(['own', 'middle', 'old']);
      expect(await ids({ states: ['processing', 'completed'] })).toEqual(['new']);
      expect(await ids({ states: [] })).toEqual([]);
      expect(await ids({ createdBefore: 3 })).toEqual(['middle', 'old']);
      expect(await ids({ limit: 2 })).toEqual(['own', 'new']);
    });

    rule('a listing without a limit stops at 100', async (store) => {
      await Promise.all(Array.from({ length: 105 }, (_, index) => store.insert(sampleJob(`job-${index}`))));
      expect(await store.list({})).toHaveLength(100);
    });

    rule('counts every state, of one owner or of all', async (store) => {
      await store.insert(sampleJob('a'));
      await store.insert(sampleJob('b', { owner: 'owner-2' }));
      await store.insert(sampleJob('c', { owner: null }));
      await store.claim('a', lease);
      await store.finish('a', 1, completed);
      expect(await store.count()).toEqual({ queued: 2, processing: 0, completed: 1, failed: 0, cancelled: 0 });
      expect(await store.count('owner-2')).toMatchObject({ queued: 1, completed: 0 });
      expect(await store.count(null)).toMatchObject({ queued: 1, completed: 0 });
    });
  });

  describe('JobStore: lease and fence', () => {
    rule('a claim begins the job, raises attempts and fence, and starts the lease', async (store) => {
      await store.insert(sampleJob('a'));
      const record = await store.claim('a', lease);
      expect(record).toMatchObject({
        state: 'processing',
        attempts: 1,
        fence: 1,
        startedAt: 2_000,
        leaseUntil: 32_000,
      });
      expect(record?.secrets).toEqual({ password: 'open sesame' });
      expect(await store.get('a')).toEqual(record);
    });

    rule('only one of racing claims wins', async (store) => {
      await store.insert(sampleJob('a'));
      const claims = await Promise.all(Array.from({ length: 8 }, () => store.claim('a', lease)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      expect(await store.get('a')).toMatchObject({ attempts: 1, fence: 1 });
    });

    rule('a job that is unknown, processing or final cannot be claimed', async (store) => {
      expect(await store.claim('nobody', lease)).toBeNull();
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      expect(await store.claim('a', lease)).toBeNull();
      await store.finish('a', 1, completed);
      expect(await store.claim('a', lease)).toBeNull();
    });

    rule('a renewal extends the lease and stores progress', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      expect(await store.renew('a', 1, { leaseUntil: 50_000, progress: 40 })).toBe(true);
      expect(await store.get('a')).toMatchObject({ leaseUntil: 50_000, progress: 40 });
    });

    rule('progress never falls, not even when another attempt begins, and 100 means completed', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      await store.renew('a', 1, { leaseUntil: 50_000, progress: 40 });
      await store.renew('a', 1, { leaseUntil: 51_000, progress: 10 });
      expect(await store.get('a')).toMatchObject({ leaseUntil: 51_000, progress: 40 });
      await store.release('a', 1);
      await store.claim('a', lease);
      await store.renew('a', 2, { leaseUntil: 52_000, progress: 5 });
      expect((await store.get('a'))?.progress).toBe(40);
      await store.renew('a', 2, { leaseUntil: 52_000, progress: 100 });
      expect((await store.get('a'))?.progress).toBe(99);
    });

    rule('a worker with a stale fence can write nothing', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      await store.requeueExpired(32_000);
      const now = await store.claim('a', lease);
      expect(now).toMatchObject({ fence: 2, attempts: 2 });
      expect(await store.renew('a', 1, { leaseUntil: 99_000, progress: 90 })).toBe(false);
      expect(await store.release('a', 1)).toBe(false);
      expect(await store.finish('a', 1, failed)).toBeNull();
      expect(await store.get('a')).toEqual(now);
    });

    rule('a released job is queued again and keeps when it first began', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      expect(await store.release('a', 1)).toBe(true);
      expect(await store.get('a')).toMatchObject({ state: 'queued', leaseUntil: null, attempts: 1, startedAt: 2_000 });
      expect(await store.release('a', 1)).toBe(false);
      expect(await store.claim('a', { ...lease, now: 9_000 })).toMatchObject({
        startedAt: 2_000,
        attempts: 2,
        fence: 2,
      });
    });

    rule('only jobs whose lease has run out are queued again', async (store) => {
      for (const id of ['expired', 'alive', 'waiting']) await store.insert(sampleJob(id));
      await store.claim('expired', { now: 0, leaseMs: 100 });
      await store.claim('alive', { now: 0, leaseMs: 101 });
      const requeued = await store.requeueExpired(100);
      expect(requeued).toMatchObject([{ id: 'expired', state: 'queued', leaseUntil: null, fence: 1 }]);
      expect(await store.get('alive')).toMatchObject({ state: 'processing' });
      expect(await store.requeueExpired(100)).toEqual([]);
    });
  });

  describe('JobStore: ends', () => {
    rule('a completed job has progress 100, its outputs and no secrets', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      const record = await store.finish('a', 1, completed);
      expect(record).toMatchObject({
        ...completedOutcome,
        progress: 100,
        secrets: null,
        leaseUntil: null,
        startedAt: 2_000,
        finishedAt: 3_000,
        purgeAt: 90_000,
        error: null,
      });
      expect(await store.get('a')).toEqual(record);
    });

    rule('a failed job keeps its progress and its error, and drops its secrets', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      await store.renew('a', 1, { leaseUntil: 50_000, progress: 40 });
      expect(await store.finish('a', 1, failed)).toMatchObject({
        ...failedOutcome,
        progress: 40,
        secrets: null,
        outputs: [],
      });
    });

    rule('a queued job is closed without ever having begun', async (store) => {
      await store.insert(sampleJob('a'));
      expect(await store.close('a', cancelled)).toMatchObject({
        state: 'cancelled',
        startedAt: null,
        finishedAt: 3_000,
        purgeAt: 90_000,
        secrets: null,
      });
    });

    rule('closing a processing job shuts its worker out', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      expect(await store.close('a', failed)).toMatchObject({ state: 'failed', leaseUntil: null });
      expect(await store.renew('a', 1, { leaseUntil: 50_000, progress: 40 })).toBe(false);
      expect(await store.finish('a', 1, completed)).toBeNull();
      expect(await store.get('a')).toMatchObject({ state: 'failed' });
    });

    rule('a final state never changes', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      const record = await store.finish('a', 1, completed);
      expect(await store.finish('a', 1, failed)).toBeNull();
      expect(await store.close('a', cancelled)).toBeNull();
      expect(await store.release('a', 1)).toBe(false);
      expect(await store.requeueExpired(Number.MAX_SAFE_INTEGER)).toEqual([]);
      expect(await store.get('a')).toEqual(record);
    });

    rule('of a racing finish and close only one wins', async (store) => {
      await store.insert(sampleJob('a'));
      await store.claim('a', lease);
      const ends = await Promise.all([store.finish('a', 1, completed), store.close('a', cancelled)]);
      const [winner, ...others] = ends.filter((end) => end !== null);
      expect(others).toEqual([]);
      expect(await store.get('a')).toEqual(winner);
    });

    rule('closing an unknown job is null', async (store) => {
      expect(await store.close('nobody', cancelled)).toBeNull();
    });

    rule('only final jobs past their time are purgeable, oldest first, up to a limit', async (store) => {
      for (const id of ['late', 'early', 'middle', 'unfinished']) await store.insert(sampleJob(id));
      await store.close('late', { ...cancelled, purgeAt: 300 });
      await store.close('early', { ...cancelled, purgeAt: 100 });
      await store.close('middle', { ...cancelled, purgeAt: 200 });
      const ids = async (now: number, limit: number) => (await store.listPurgeable(now, limit)).map(({ id }) => id);
      expect(await ids(99, 10)).toEqual([]);
      expect(await ids(200, 10)).toEqual(['early', 'middle']);
      expect(await ids(1_000, 2)).toEqual(['early', 'middle']);
      expect(await ids(1_000, 10)).toEqual(['early', 'middle', 'late']);
    });
  });
}
