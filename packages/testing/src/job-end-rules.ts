import type { StoredFile } from '@platen/core';
import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import {
  cancelling,
  completedOutcome,
  completion,
  failedOutcome,
  failing,
  insertJobs,
  sampleClaim,
  sampleJob,
  unbounded,
} from './sample-records.ts';

export function endRules(rule: JobStoreRule): void {
  rule('a completed job has progress 100, its outputs and no secrets', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    const record = await store.finish('a', 1, completion);
    expect(record).toMatchObject({ ...completedOutcome, progress: 100, leaseUntil: null, nodeId: null, error: null });
    expect(record?.purgeAt).toBe((record?.finishedAt ?? 0) + completion.retentionMs);
    expect(record?.runs).toMatchObject([{ end: 'completed', endedAt: record?.finishedAt }]);
    expect(await store.get('a')).toEqual(record);
  });

  rule('a damaged output is marked once, and the job says so', async (store) => {
    await insertJobs(store, ['a', 'b']);
    await store.claim('a', sampleClaim);
    expect(await store.markDamaged('a', 0)).toBeNull();
    const completed = await store.finish('a', 1, completion);
    const damaged = await store.markDamaged('a', 0);
    expect(damaged).toEqual({
      ...completed,
      outputs: completed?.outputs.with(0, { ...completed.outputs[0], isDamaged: true } as StoredFile),
      warnings: [...(completed?.warnings ?? []), { code: 'OUTPUT_DAMAGED', message: expect.any(String) }],
      updatedAt: expect.any(Number),
    });
    expect(await store.get('a')).toEqual(damaged);
    for (const [id, index] of [
      ['a', 0],
      ['a', 99],
      ['b', 0],
      ['unknown', 0],
    ] as const) {
      expect(await store.markDamaged(id, index)).toBeNull();
    }
  });

  rule('a failed job keeps its progress and its error', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    await store.renew([{ id: 'a', fence: 1, progress: 40, durationMs: 0 }], 600_000);
    expect(await store.finish('a', 1, failing)).toMatchObject({ ...failedOutcome, progress: 40, outputs: [] });
  });

  rule('a queued job is closed without ever having begun', async (store) => {
    await insertJobs(store, ['a']);
    const closed = await store.close('a', cancelling);
    expect(closed).toMatchObject({ state: 'cancelled', startedAt: null, finishedAt: expect.any(Number), runs: [] });
  });

  rule('closing a processing job shuts its node out', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    expect(await store.close('a', failing)).toMatchObject({ state: 'failed', leaseUntil: null });
    expect(await store.renew([{ id: 'a', fence: 1, progress: 40, durationMs: 0 }], 600_000)).toEqual(['a']);
    expect(await store.finish('a', 1, completion)).toBeNull();
    expect(await store.get('a')).toMatchObject({ state: 'failed' });
  });

  rule('a final state does not change by itself', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    const record = await store.finish('a', 1, completion);
    expect(await store.finish('a', 1, failing)).toBeNull();
    expect(await store.close('a', cancelling)).toBeNull();
    expect(await store.release('a', 1, { durationMs: 0, delayMs: 0, countAttempt: true })).toBe(false);
    expect(await store.requeueExpired({ delaysMs: [0], ignoreLeases: true })).toEqual([]);
    expect(await store.get('a')).toEqual(record);
  });

  rule('of a racing finish and close only one wins', async (store, { connect }) => {
    const other = (await connect?.()) ?? store;
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    const ends = await Promise.all([store.finish('a', 1, completion), other.close('a', cancelling)]);
    const [winner, ...others] = ends.filter((end) => end !== null);
    expect(others).toEqual([]);
    expect(await store.get('a')).toEqual(winner);
  });

  rule('closing an unknown job is null', async (store) => {
    expect(await store.close('nobody', cancelling)).toBeNull();
  });

  rule('a failed or cancelled job is queued again when somebody asks, and begins to count anew', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    await store.finish('a', 1, failing);
    const retried = await store.retry('a', unbounded, { password: 'another' });
    expect(retried).toMatchObject({ kind: 'queued', ownerQueued: 0 });
    expect(retried).toMatchObject({
      job: {
        state: 'queued',
        attempts: 0,
        releases: 0,
        fence: 1,
        progress: 0,
        error: null,
        finishedAt: null,
        purgeAt: null,
      },
    });
    expect(await store.standing('owner-1')).toMatchObject({ quotaUsed: 1 });
    expect(await store.claim('a', sampleClaim)).toMatchObject({ job: { fence: 2, secrets: { password: 'another' } } });
    expect(await store.finish('a', 2, completion)).toMatchObject({ state: 'completed' });
    expect(await store.standing('owner-1')).toMatchObject({ quotaUsed: 1 });
  });

  rule('a retry is bounded as a submission is', async (store) => {
    await insertJobs(store, ['a']);
    await store.close('a', cancelling);
    await insertJobs(store, ['b']);
    const full = { kind: 'queue_full' };
    expect(await store.retry('a', { ...unbounded, maxQueued: 1 }, null)).toMatchObject(full);
    expect(await store.retry('a', { ...unbounded, maxQueuedPerOwner: 1 }, null)).toMatchObject(full);
    expect(await store.retry('a', { ...unbounded, quotaPerMonth: 1 }, null)).toMatchObject({ kind: 'quota_exceeded' });
    expect(await store.get('a')).toMatchObject({ state: 'cancelled' });
  });

  rule('nothing else can be tried again', async (store) => {
    expect(await store.retry('nobody', unbounded, null)).toEqual({ kind: 'unknown' });
    await store.insert(sampleJob('a'), unbounded);
    expect(await store.retry('a', unbounded, null)).toMatchObject({ kind: 'not_retryable', job: { state: 'queued' } });
    await store.claim('a', sampleClaim);
    expect(await store.retry('a', unbounded, null)).toMatchObject({ kind: 'not_retryable' });
    await store.finish('a', 1, completion);
    expect(await store.retry('a', unbounded, null)).toMatchObject({
      kind: 'not_retryable',
      job: { state: 'completed' },
    });
  });
}
