import type { JobStore } from '@platen/core';
import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import { cancelling, insertJobs, unbounded } from './sample-records.ts';

const held = { limit: 10, holdMs: 600_000 };
const idsOf = async (store: JobStore, request = held) => (await store.takePurgeable(request)).map(({ id }) => id);

export function purgeRules(rule: JobStoreRule): void {
  rule('only final jobs past their time are purgeable, oldest first, up to a limit', async (store, { advance }) => {
    await insertJobs(store, ['late', 'early', 'middle', 'kept', 'unfinished']);
    for (const id of ['early', 'middle', 'late']) {
      await store.close(id, { ...cancelling, retentionMs: 10 });
      await advance(5);
    }
    await store.close('kept', cancelling);
    await advance(100);
    expect(await idsOf(store, { ...held, limit: 2 })).toEqual(['early', 'middle']);
    expect(await idsOf(store)).toEqual(['late']);
    expect(await idsOf(store)).toEqual([]);
  });

  rule('tells what is overdue: how much, and for how long the first has been', async (store, { advance }) => {
    expect(await store.overdue()).toEqual({ purge: { count: 0, lateMs: 0 }, outbox: { count: 0, lateMs: 0 } });
    await insertJobs(store, ['first', 'second', 'kept']);
    const messages = [{ topic: 'job.cancelled', payload: {} }];
    await store.close('first', { ...cancelling, retentionMs: 10, messages });
    await advance(50);
    await store.close('second', { ...cancelling, retentionMs: 10 });
    await store.close('kept', cancelling);
    await advance(100);
    const { purge, outbox } = await store.overdue();
    expect([purge.count, outbox.count]).toEqual([2, 1]);
    expect(purge.lateMs).toBeGreaterThanOrEqual(130);
    expect(outbox.lateMs).toBeGreaterThanOrEqual(140);
  });

  rule('what is written to see whether anything can be is gone again', async (store) => {
    await store.checkWrite();
    expect((await store.overdue()).outbox.count).toBe(0);
    expect(await store.outbox.take({ limit: 1, holdMs: 1 })).toEqual([]);
  });

  rule('of two sweepers only one gets a job', async (store, { advance, connect }) => {
    const other = (await connect?.()) ?? store;
    const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
    await insertJobs(store, ids);
    for (const id of ids) await store.close(id, { ...cancelling, retentionMs: 10 });
    await advance(100);
    const request = { ...held, limit: 20 };
    const taken = await Promise.all([idsOf(store, request), idsOf(other, request), idsOf(store, request)]);
    expect(taken.flat().toSorted()).toEqual(ids.toSorted());
  });

  rule('a job whose time has come is not queued again: its files may be gone', async (store, { advance }) => {
    await insertJobs(store, ['a', 'kept']);
    await store.close('a', { ...cancelling, retentionMs: 10 });
    await store.close('kept', cancelling);
    await advance(100);
    expect(await store.retry('a', unbounded, null)).toMatchObject({ kind: 'not_retryable', job: { id: 'a' } });
    expect(await idsOf(store)).toEqual(['a']);
    expect(await store.retry('kept', unbounded, null)).toMatchObject({ kind: 'queued' });
  });

  rule('forgets many jobs at once, and tells which were there', async (store) => {
    await insertJobs(store, ['a', 'b', 'c']);
    expect((await store.removeAll(['a', 'nobody', 'c'])).toSorted()).toEqual(['a', 'c']);
    expect(await store.removeAll(['a'])).toEqual([]);
    expect(await store.get('a')).toBeNull();
    expect(await store.get('b')).not.toBeNull();
  });

  rule('what a sweeper took and did not remove comes again', async (store, { advance }) => {
    await insertJobs(store, ['a']);
    await store.close('a', { ...cancelling, retentionMs: 10 });
    await advance(100);
    expect(await idsOf(store, { limit: 10, holdMs: 50 })).toEqual(['a']);
    await advance(100);
    expect(await idsOf(store)).toEqual(['a']);
  });
}
