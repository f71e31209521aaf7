import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import { insertJobs, sampleClaim, sampleJob, unbounded } from './sample-records.ts';

export function recordRules(rule: JobStoreRule): void {
  rule('a new job is queued and reads back as it was given, without its secrets', async (store) => {
    const { secrets: _, webhookUrl: __, ...given } = sampleJob('a');
    const result = await store.insert(sampleJob('a'), unbounded);
    const record = await store.get('a');
    expect(result).toEqual({ kind: 'inserted', job: record, ownerQueued: 0 });
    const { createdAt = 0 } = record ?? {};
    expect(record).toEqual({
      ...given,
      state: 'queued',
      progress: 0,
      attempts: 0,
      releases: 0,
      fence: 0,
      nodeId: null,
      leaseUntil: null,
      availableAt: createdAt,
      createdAt,
      updatedAt: createdAt,
      startedAt: null,
      finishedAt: null,
      durationMs: 0,
      purgeAt: null,
      outputs: [],
      error: null,
      runs: [],
    });
  });

  rule('a job of the process itself has no owner, no key, no secrets and no request hash', async (store) => {
    const nothing = { ownerId: null, keyId: null, requestHash: null };
    await store.insert(sampleJob('a', { ...nothing, secrets: null }), unbounded);
    expect(await store.get('a')).toMatchObject(nothing);
    expect(await store.claim('a', sampleClaim)).toMatchObject({ job: { secrets: null } });
  });

  rule('an id that is there already returns its record unchanged', async (store) => {
    await insertJobs(store, ['a']);
    await store.claim('a', sampleClaim);
    const known = await store.get('a');
    const again = await store.insert(sampleJob('a', { operation: 'pdf/split' }), unbounded);
    expect(again).toEqual({ kind: 'known', job: known });
    expect(await store.get('a')).toEqual(known);
  });

  rule('of racing inserts with one id only one is kept', async (store, { connect }) => {
    const other = (await connect?.()) ?? store;
    const owners = ['o1', 'o2', 'o3', 'o4'];
    const results = await Promise.all(
      owners.map((ownerId, index) => (index % 2 === 0 ? store : other).insert(sampleJob('a', { ownerId }), unbounded)),
    );
    expect(results.filter(({ kind }) => kind === 'inserted')).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === 'known')).toHaveLength(3);
    expect(await store.counts()).toMatchObject({ queued: 1 });
  });

  rule('secrets are in nothing but a claim', async (store) => {
    const password = 'correct horse battery';
    const inserted = await store.insert(sampleJob('a', { secrets: { password } }), unbounded);
    const before = [inserted, await store.get('a'), await store.list({})];
    const claim = await store.claim('a', sampleClaim);
    expect(claim).toMatchObject({ kind: 'claimed', job: { secrets: { password } } });
    const known = await store.insert(sampleJob('a', { secrets: { password } }), unbounded);
    expect(JSON.stringify([...before, known, await store.get('a'), await store.list({})])).not.toContain(password);
  });

  rule('an unknown id is null', async (store) => {
    expect(await store.get('nobody')).toBeNull();
  });

  rule('a removed job is forgotten, and only one call removes it', async (store) => {
    await insertJobs(store, ['a']);
    const removals = await Promise.all([store.remove('a'), store.remove('a')]);
    expect(removals.filter((removed) => removed)).toHaveLength(1);
    expect(await store.get('a')).toBeNull();
    expect(await store.counts()).toMatchObject({ queued: 0 });
  });

  rule('what the caller does to its own objects later does not reach the store', async (store) => {
    const options = { pages: '1' };
    await store.insert(sampleJob('a', { options }), unbounded);
    options.pages = '2';
    expect((await store.get('a'))?.options).toEqual({ pages: '1' });
  });
}
