import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteStore } from '@platen/sqlite';
import { sampleClaim } from '@platen/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../src/migrations.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-migrations-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file as the first schema left it: jobs in every state, a key, and units of quota, one of them leaked. */
function firstSchema(file: string, month: string): void {
  const database = new DatabaseSync(file);
  database.exec(migrations[0] ?? '');
  database.exec('PRAGMA user_version = 1');
  const inputs = JSON.stringify([
    { key: 'jobs/x/in-1/0', fileName: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 7 },
  ]);
  const job = database.prepare(`
    INSERT INTO jobs VALUES (:id, 'key-1', 'pdf/merge', '{"bookmarks":true}', :secrets, '{}', :state, 0, :attempts, :attempts,
      :leaseUntil, 1000, NULL, :finishedAt, :finishedAt, 'request', NULL, '${inputs}', '[]', '[]', NULL)`);
  const unit = database.prepare(`INSERT INTO quota_units VALUES (?, 'key-1', '${month}')`);
  const add = (id: string, state: string, attempts: number) => {
    const leaseUntil = state === 'processing' ? 5_000 : null;
    const finishedAt = ['completed', 'failed', 'cancelled'].includes(state) ? 4_000 : null;
    job.run({ id, state, attempts, leaseUntil, finishedAt, secrets: finishedAt === null ? '{"password":"p"}' : null });
    unit.run(id);
  };
  add('waiting', 'queued', 0);
  add('running', 'processing', 1);
  add('done', 'completed', 1);
  add('broken', 'failed', 1);
  database.exec(`INSERT INTO quota_counts VALUES ('key-1', '${month}', 4)`);
  database.exec("INSERT INTO keys VALUES ('key-1', 'mine', 'platen_Ab', 'hash', NULL, '{}', 5, NULL, NULL, 6)");
  database.close();
}

test('a data folder of the first schema goes on: its jobs, keys and quota', async () => {
  const file = join(folder, 'first.db');
  firstSchema(file, new Date().toISOString().slice(0, 7));
  await using store = createSqliteStore({ file });
  expect(await store.jobs.counts()).toEqual({ queued: 1, processing: 1, completed: 1, failed: 1, cancelled: 0 });
  expect((await store.jobs.list({})).jobs).toHaveLength(4);
  expect(await store.jobs.get('done')).toMatchObject({ durationMs: 0 });
  expect((await store.jobs.list({ text: 'A.PDF', states: ['queued'] })).jobs).toMatchObject([
    {
      id: 'waiting',
      ownerId: 'key-1',
      keyId: 'key-1',
      fileName: 'a.pdf',
      inputCount: 1,
      inputBytes: 7,
      outputCount: 0,
    },
  ]);
  expect(await store.keys.findByHash('hash')).toMatchObject({ id: 'key-1', ownerId: 'key-1', successorId: null });
  // Of the four units the failed job had kept its own.
  expect(await store.jobs.standing('key-1')).toMatchObject({ quotaUsed: 3, ownerQueued: 1, ownerRunning: 1 });

  expect(await store.jobs.requeueExpired({ delaysMs: [0] })).toMatchObject([{ id: 'running', attempts: 1, runs: [] }]);
  for (const [id, fence] of [
    ['running', 2],
    ['waiting', 1],
  ] as const) {
    const claim = await store.jobs.claim(id, sampleClaim);
    expect(claim).toMatchObject({ kind: 'claimed', job: { fence, secrets: { password: 'p' } } });
  }
  const failed = {
    state: 'failed',
    error: { code: 'PROCESSING_FAILED', message: 'no', details: {} },
    warnings: [],
  } as const;
  await store.jobs.finish('waiting', 1, { outcome: failed, durationMs: 0, retentionMs: 1, messages: [] });
  expect(await store.jobs.standing('key-1')).toMatchObject({ quotaUsed: 2 });
  expect((await store.jobs.takePurgeable({ limit: 9, holdMs: 1_000 })).map(({ id }) => id)).toContain('done');
});

test('a migrated file is migrated once', async () => {
  const file = join(folder, 'twice.db');
  firstSchema(file, '2026-11');
  for (const _ of [1, 2]) {
    const store = createSqliteStore({ file });
    expect(await store.jobs.counts()).toMatchObject({ queued: 1 });
    await store.close();
  }
});
