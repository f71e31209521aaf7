import type { JobStore } from '@platen/core';
import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import { cancelling, completion, failing, insertJobs, sampleClaim, sampleJob, unbounded } from './sample-records.ts';

/** Takes units until one is refused. */
const within = (quotaPerMonth: number) => ({ ...unbounded, quotaPerMonth });
const used = async (store: JobStore, ownerId = 'owner-1') => (await store.standing(ownerId)).quotaUsed;

export function boundRules(rule: JobStoreRule): void {
  rule('a full queue takes nothing, and what it holds already is still known', async (store) => {
    const bounds = { ...unbounded, maxQueued: 2 };
    await store.insert(sampleJob('a'), bounds);
    await store.insert(sampleJob('b', { ownerId: null }), bounds);
    const full = { kind: 'queue_full', of: 'all', queued: 2, limit: 2 };
    expect(await store.insert(sampleJob('c'), bounds)).toEqual(full);
    expect(await store.insert(sampleJob('c', { ownerId: null }), bounds)).toEqual(full);
    expect(await store.get('c')).toBeNull();
    expect(await store.insert(sampleJob('a'), bounds)).toMatchObject({ kind: 'known' });
    await store.claim('a', sampleClaim);
    expect(await store.insert(sampleJob('c'), bounds)).toMatchObject({ kind: 'inserted' });
  });

  rule('an owner with as many waiting jobs as it may have is refused, and others are not', async (store) => {
    const bounds = { ...unbounded, maxQueuedPerOwner: 1 };
    expect(await store.insert(sampleJob('a'), bounds)).toMatchObject({ kind: 'inserted', ownerQueued: 0 });
    expect(await store.insert(sampleJob('b'), bounds)).toEqual({
      kind: 'queue_full',
      of: 'owner',
      queued: 1,
      limit: 1,
    });
    expect(await store.insert(sampleJob('c', { ownerId: 'owner-2' }), bounds)).toMatchObject({ kind: 'inserted' });
    for (const id of ['d', 'e']) {
      expect(await store.insert(sampleJob(id, { ownerId: null }), bounds)).toMatchObject({ kind: 'inserted' });
    }
    expect(await store.insert(sampleJob('b'), unbounded)).toMatchObject({ kind: 'inserted', ownerQueued: 1 });
  });

  rule('racing inserts never pass a bound', async (store, { connect }) => {
    const stores = [store, (await connect?.()) ?? store];
    const insertAll = (prefix: string, bounds: typeof unbounded) =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2]?.insert(sampleJob(`${prefix}${index}`), bounds)),
      );
    const byQueue = await insertAll('q', { ...unbounded, maxQueued: 7 });
    expect(byQueue.filter((result) => result?.kind === 'inserted')).toHaveLength(7);
    const byOwner = await insertAll('o', { ...unbounded, maxQueuedPerOwner: 9 });
    expect(byOwner.filter((result) => result?.kind === 'inserted')).toHaveLength(2);
    const byQuota = await insertAll('u', within(12));
    expect(byQuota.filter((result) => result?.kind === 'inserted')).toHaveLength(3);
    expect(await used(store)).toBe(12);
  });

  rule('a job takes one unit of its owner, until the quota is used up', async (store) => {
    expect(await used(store)).toBe(0);
    for (const id of ['a', 'b'])
      expect(await store.insert(sampleJob(id), within(2))).toMatchObject({ kind: 'inserted' });
    const refused = await store.insert(sampleJob('c'), within(2));
    expect(refused).toMatchObject({ kind: 'quota_exceeded', used: 2, limit: 2 });
    expect(await store.get('c')).toBeNull();
    const { quotaResetsAt } = await store.standing('owner-1');
    expect(refused).toMatchObject({ resetsAt: quotaResetsAt });
    expect(new Date(quotaResetsAt).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
    expect(await used(store)).toBe(2);
    expect(await used(store, 'owner-2')).toBe(0);
    expect(await store.insert(sampleJob('d', { ownerId: 'owner-2' }), within(1))).toMatchObject({ kind: 'inserted' });
  });

  rule('the same job again takes no second unit, also when the quota is used up', async (store) => {
    await store.insert(sampleJob('a'), within(1));
    expect(await store.insert(sampleJob('a'), within(1))).toMatchObject({ kind: 'known' });
    expect(await used(store)).toBe(1);
  });

  rule('without a quota jobs are counted all the same, and those of nobody are not', async (store) => {
    await insertJobs(store, ['a', 'b', 'c']);
    await insertJobs(store, ['d'], { ownerId: null });
    expect(await used(store)).toBe(3);
    expect(await store.standing(null)).toMatchObject({ quotaUsed: 0 });
  });

  rule('a job that failed or was cancelled gives its unit back, once; one that completed keeps it', async (store) => {
    await insertJobs(store, ['completed', 'failed', 'cancelled']);
    for (const id of ['completed', 'failed']) await store.claim(id, sampleClaim);
    await store.finish('completed', 1, completion);
    expect(await used(store)).toBe(3);
    await store.finish('failed', 1, failing);
    expect(await used(store)).toBe(2);
    await Promise.all([store.close('cancelled', cancelling), store.close('cancelled', failing)]);
    await store.close('failed', cancelling);
    expect(await used(store)).toBe(1);
    for (const id of ['completed', 'failed', 'cancelled']) await store.remove(id);
    expect(await used(store)).toBe(1);
  });

  rule('a job that is given back or lost keeps its unit', async (store, { advance }) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    await store.release('a', 1, { durationMs: 0, delayMs: 0, countAttempt: false });
    await store.claim('a', { ...sampleClaim, leaseMs: 50 });
    await advance(100);
    await store.requeueExpired({ delaysMs: [0] });
    expect(await used(store)).toBe(1);
  });

  rule('a standing says how much waits and runs, of the owner and of all', async (store) => {
    await insertJobs(store, ['a', 'b', 'c']);
    await insertJobs(store, ['d'], { ownerId: 'owner-2' });
    await store.claim('a', sampleClaim);
    expect(await store.standing('owner-1')).toMatchObject({ queued: 3, ownerQueued: 2, ownerRunning: 1, quotaUsed: 3 });
    expect(await store.standing('nobody')).toMatchObject({ queued: 3, ownerQueued: 0, ownerRunning: 0, quotaUsed: 0 });
  });
}
