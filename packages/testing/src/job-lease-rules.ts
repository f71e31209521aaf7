import type { JobStore } from '@platen/core';
import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import { cancelling, completion, failing, insertJobs, sampleClaim, sampleJob, unbounded } from './sample-records.ts';

const shortLease = { ...sampleClaim, leaseMs: 50 };
const longLeaseMs = 600_000;
const giveBack = { durationMs: 0, delayMs: 0, countAttempt: true } as const;

/** How often each answer came. */
function kindsOf(results: readonly { readonly kind: string }[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(results, ({ kind }) => kind)].map(([kind, found]) => [kind, found.length]));
}

export function leaseRules(rule: JobStoreRule): void {
  rule(
    'a claim begins the job, raises attempts and fence, starts the lease and hands out the secrets',
    async (store) => {
      await insertJobs(store, ['a']);
      const claim = await store.claim('a', sampleClaim);
      const record = await store.get('a');
      expect(claim).toEqual({ kind: 'claimed', job: { ...record, secrets: { password: 'open sesame' } } });
      expect(record).toMatchObject({ state: 'processing', attempts: 1, fence: 1, nodeId: 'node-1' });
      expect(record?.leaseUntil).toBe((record?.startedAt ?? 0) + longLeaseMs);
      expect(record?.runs).toEqual([
        { fence: 1, nodeId: 'node-1', startedAt: record?.startedAt, endedAt: null, end: null },
      ]);
    },
  );

  rule('only one of racing claims wins', async (store, { connect }) => {
    const stores = [store, (await connect?.()) ?? store];
    await insertJobs(store, ['a']);
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => stores[index % 2]?.claim('a', { ...sampleClaim, nodeId: `n${index}` })),
    );
    expect(claims.filter((claim) => claim?.kind === 'claimed')).toHaveLength(1);
    expect(await store.get('a')).toMatchObject({ attempts: 1, fence: 1 });
  });

  rule('a job that is unknown, processing or final cannot be claimed', async (store) => {
    const notQueued = { kind: 'not_queued' };
    expect(await store.claim('nobody', sampleClaim)).toEqual(notQueued);
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    expect(await store.claim('a', sampleClaim)).toEqual(notQueued);
    await store.finish('a', 1, completion);
    expect(await store.claim('a', sampleClaim)).toEqual(notQueued);
  });

  rule('an owner never has more jobs running than it may, however many nodes race', async (store, { connect }) => {
    const stores = [store, (await connect?.()) ?? store];
    const ids = Array.from({ length: 16 }, (_, index) => `busy-${index}`);
    await insertJobs(store, ids, { ownerId: 'busy' });
    await insertJobs(store, ['small'], { ownerId: 'small' });
    const bounded = { ...sampleClaim, maxRunningPerOwner: 2 };
    const claims = await Promise.all(ids.map((id, index) => (stores[index % 2] ?? store).claim(id, bounded)));
    expect(kindsOf(claims)).toEqual({ claimed: 2, owner_busy: 14 });
    expect(await store.claim('small', bounded)).toMatchObject({ kind: 'claimed' });
    expect(await store.counts('busy')).toMatchObject({ processing: 2, queued: 14 });
    const [running] = (await store.list({ ownerId: 'busy', states: ['processing'] })).jobs;
    await store.finish(running?.id ?? '', 1, completion);
    const again = await Promise.all(ids.map((id, index) => (stores[index % 2] ?? store).claim(id, bounded)));
    expect(again.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
  });

  rule('the bound of a job itself goes before the one of the claim', async (store) => {
    const insert = (id: string, maxRunningPerOwner: number | null) =>
      store.insert(sampleJob(id, { limits: { maxRunningPerOwner } }), unbounded);
    await Promise.all([insert('a', 1), insert('b', 1), insert('c', null)]);
    expect(await store.claim('a', sampleClaim)).toMatchObject({ kind: 'claimed' });
    expect(await store.claim('b', sampleClaim)).toEqual({ kind: 'owner_busy' });
    expect(await store.claim('c', { ...sampleClaim, maxRunningPerOwner: 1 })).toMatchObject({ kind: 'claimed' });
  });

  rule('jobs of no owner are bounded by none', async (store) => {
    await insertJobs(store, ['a', 'b'], { ownerId: null });
    for (const id of ['a', 'b']) {
      expect(await store.claim(id, { ...sampleClaim, maxRunningPerOwner: 1 })).toMatchObject({ kind: 'claimed' });
    }
  });

  rule('renewals extend leases and store progress, and tell which jobs were lost', async (store) => {
    await insertJobs(store, ['a', 'b', 'c']);
    for (const id of ['a', 'b']) await store.claim(id, shortLease);
    const renewals = [
      { id: 'a', fence: 1, progress: 40, durationMs: 0 },
      { id: 'b', fence: 7, progress: 40, durationMs: 0 },
      { id: 'c', fence: 1, progress: 40, durationMs: 0 },
      { id: 'nobody', fence: 1, progress: 40, durationMs: 0 },
    ];
    expect(await store.renew(renewals, longLeaseMs)).toEqual(['b', 'c', 'nobody']);
    const [a, b] = [await store.get('a'), await store.get('b')];
    expect(a?.progress).toBe(40);
    expect((a?.leaseUntil ?? 0) - (b?.leaseUntil ?? 0)).toBeGreaterThan(longLeaseMs / 2);
    expect(b?.progress).toBe(0);
    expect(await store.renew([], longLeaseMs)).toEqual([]);
  });

  rule(
    'the time of work adds up over attempts, in whole milliseconds, as those that did it measured it',
    async (store) => {
      await insertJobs(store, ['a']);
      await store.claim('a', sampleClaim);
      await store.renew([{ id: 'a', fence: 1, progress: 0, durationMs: 1_500.4 }], longLeaseMs);
      expect(await store.get('a')).toMatchObject({ durationMs: 1_500 });
      await store.renew([{ id: 'a', fence: 1, progress: 0, durationMs: 900 }], longLeaseMs);
      expect(await store.get('a')).toMatchObject({ durationMs: 1_500 });
      await store.release('a', 1, { ...giveBack, durationMs: 2_000 });
      expect(await store.claim('a', sampleClaim)).toMatchObject({ job: { durationMs: 2_000 } });
      expect(await store.finish('a', 2, { ...failing, durationMs: 7_200_000.6 })).toMatchObject({
        durationMs: 7_200_001,
      });
      const [usage] = await store.usage({ fromDay: '0000-01-01', toDay: '9999-12-31' });
      expect(usage).toMatchObject({ processingMs: 7_200_001 });
      await store.retry('a', unbounded, null);
      expect(await store.get('a')).toMatchObject({ durationMs: 0 });
    },
  );

  rule('a job that is closed took as long as was last known', async (store) => {
    await insertJobs(store, ['a', 'b']);
    for (const id of ['a', 'b']) await store.claim(id, sampleClaim);
    await store.renew([{ id: 'a', fence: 1, progress: 0, durationMs: 300 }], longLeaseMs);
    expect(await store.close('a', cancelling)).toMatchObject({ durationMs: 300 });
    expect(await store.close('b', { ...cancelling, durationMs: 40 })).toMatchObject({ durationMs: 40 });
  });

  rule('progress is monotonic, also over attempts, and 100 means completed', async (store) => {
    await insertJobs(store, ['a']);
    const renew = (fence: number, progress: number) =>
      store.renew([{ id: 'a', fence, progress, durationMs: 0 }], longLeaseMs);
    const progress = async () => (await store.get('a'))?.progress;
    await store.claim('a', sampleClaim);
    await renew(1, 40);
    await renew(1, 10);
    expect(await progress()).toBe(40);
    await store.release('a', 1, giveBack);
    await store.claim('a', sampleClaim);
    await renew(2, 5);
    expect(await progress()).toBe(40);
    await renew(2, 100);
    expect(await progress()).toBe(99);
  });

  rule('a node with a stale fence can write nothing', async (store, { advance }) => {
    await insertJobs(store, ['a']);
    await store.claim('a', shortLease);
    await advance(100);
    await store.requeueExpired({ delaysMs: [0] });
    await store.claim('a', sampleClaim);
    const now = await store.get('a');
    expect(now).toMatchObject({ fence: 2, attempts: 2 });
    expect(await store.renew([{ id: 'a', fence: 1, progress: 90, durationMs: 0 }], longLeaseMs)).toEqual(['a']);
    expect(await store.release('a', 1, giveBack)).toBe(false);
    expect(await store.finish('a', 1, failing)).toBeNull();
    expect(await store.get('a')).toEqual(now);
  });

  rule('a released job is queued again and keeps when it first began', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    const first = await store.get('a');
    expect(await store.release('a', 1, giveBack)).toBe(true);
    const released = await store.get('a');
    expect(released).toMatchObject({ state: 'queued', leaseUntil: null, nodeId: null, attempts: 1, releases: 0 });
    expect(released?.startedAt).toBe(first?.startedAt);
    expect(released?.runs).toMatchObject([{ fence: 1, end: 'released', endedAt: expect.any(Number) }]);
    expect(await store.release('a', 1, giveBack)).toBe(false);
    const again = await store.claim('a', sampleClaim);
    expect(again).toMatchObject({ job: { startedAt: first?.startedAt, attempts: 2, fence: 2 } });
    expect(again).toMatchObject({ job: { secrets: { password: 'open sesame' } } });
  });

  rule('an attempt that does not count is counted as a release, and the fence grows all the same', async (store) => {
    await insertJobs(store, ['a']);
    for (const fence of [1, 2, 3]) {
      expect(await store.claim('a', sampleClaim)).toMatchObject({ job: { fence, attempts: 1, releases: fence - 1 } });
      await store.release('a', fence, { durationMs: 0, delayMs: 0, countAttempt: false });
    }
    expect(await store.get('a')).toMatchObject({ state: 'queued', attempts: 0, releases: 3, fence: 3 });
  });

  rule('a job released with a delay is not begun before it has passed', async (store, { advance }) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    await store.release('a', 1, { durationMs: 0, delayMs: 60_000, countAttempt: true });
    const early = await store.claim('a', sampleClaim);
    expect(early.kind).toBe('not_yet');
    expect(early.kind === 'not_yet' && early.waitMs > 0 && early.waitMs <= 60_000).toBe(true);
    await insertJobs(store, ['b']);
    await store.claim('b', sampleClaim);
    await store.release('b', 1, { durationMs: 0, delayMs: 50, countAttempt: true });
    await advance(100);
    expect(await store.claim('b', sampleClaim)).toMatchObject({ kind: 'claimed' });
  });

  rule(
    'only jobs whose lease has run out are queued again, and of two sweepers one gets them',
    async (store, fresh) => {
      const other = (await fresh.connect?.()) ?? store;
      await insertJobs(store, ['expired', 'alive', 'waiting']);
      // Long enough for a slow store to sweep before it ends.
      await store.claim('expired', { ...sampleClaim, leaseMs: 1_000 });
      await store.claim('alive', sampleClaim);
      const sweep = (swept: JobStore) => swept.requeueExpired({ delaysMs: [0] });
      expect(await sweep(store)).toEqual([]);
      await fresh.advance(1_100);
      const requeued = (await Promise.all([sweep(store), sweep(other)])).flat();
      expect(requeued).toMatchObject([{ id: 'expired', state: 'queued', leaseUntil: null, nodeId: null, fence: 1 }]);
      expect(requeued[0]).toMatchObject({ attempts: 1, runs: [{ end: 'expired' }] });
      expect(await store.get('alive')).toMatchObject({ state: 'processing' });
    },
  );

  rule(
    'after each loss a job waits as long as its attempt says, the last wait repeating',
    async (store, { advance }) => {
      await insertJobs(store, ['a']);
      const delaysMs = [0, 40, 60_000];
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        if (attempt < 4) await store.claim('a', shortLease);
        await advance(100);
        const [expired] = await store.requeueExpired({ delaysMs });
        if (expired !== undefined) waits.push(expired.availableAt - expired.updatedAt);
        await advance(100);
      }
      expect(waits).toEqual(delaysMs);
      expect(await store.claim('a', sampleClaim)).toMatchObject({ kind: 'not_yet' });
    },
  );

  rule('a host that knows that every node is gone takes all jobs back', async (store) => {
    await insertJobs(store, ['a', 'b']);
    await store.claim('a', sampleClaim);
    expect(await store.requeueExpired({ delaysMs: [0], ignoreLeases: true })).toMatchObject([{ id: 'a' }]);
    expect(await store.claim('a', sampleClaim)).toMatchObject({ kind: 'claimed', job: { fence: 2 } });
  });
}
