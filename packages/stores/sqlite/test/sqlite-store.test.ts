import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createSqliteStore } from '@platen/sqlite';
import { completedOutcome, jobStoreSuite, keyStoreSuite, quotaStoreSuite, sampleJob, sampleKey } from '@platen/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function freshFile(): string {
  files += 1;
  return join(folder, `${files}`, 'platen.db');
}

function freshStore() {
  return createSqliteStore({ file: freshFile() });
}

jobStoreSuite(() => {
  const store = freshStore();
  return { subject: store.jobs, dispose: store.close };
});
keyStoreSuite(() => {
  const store = freshStore();
  return { subject: store.keys, dispose: store.close };
});
quotaStoreSuite(() => {
  const store = freshStore();
  return { subject: store.quotas, dispose: store.close };
});

test('everything is there after closing and opening again', async () => {
  const file = freshFile();
  const before = createSqliteStore({ file });
  const job = await before.jobs.insert(sampleJob('a'));
  await before.keys.create(sampleKey('k'));
  await before.quotas.reserve({ owner: 'o', period: '2026-11', limit: null, jobId: 'a' });
  await before.close();

  await using after = createSqliteStore({ file });
  expect(await after.jobs.get('a')).toEqual(job);
  expect(await after.keys.list()).toEqual([sampleKey('k')]);
  expect(await after.quotas.used('o', '2026-11')).toBe(1);
});

test('what was answered is there after kill -9', async () => {
  const file = freshFile();
  const script = fileURLToPath(new URL('./insert-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@platen/source', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const answered: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    answered.push(id);
    if (answered.length === 200) child.kill('SIGKILL');
  }
  await using store = createSqliteStore({ file });
  const stored = new Set((await store.jobs.list({ limit: 100_000 })).map(({ id }) => id));
  expect(answered.length).toBeGreaterThanOrEqual(200);
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
});

test('a second process changes keys while the first one writes jobs', async () => {
  const file = freshFile();
  const script = fileURLToPath(new URL('./insert-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@platen/source', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await using here = createSqliteStore({ file });
  for (let number = 0; number < 20; number += 1) {
    await here.keys.create(sampleKey(`k${number}`));
    await here.keys.revoke(`k${number}`, 5);
  }
  const jobsMeanwhile = (await here.jobs.count()).queued;
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await here.keys.list()).filter(({ revokedAt }) => revokedAt === 5)).toHaveLength(20);
  expect(jobsMeanwhile).toBeGreaterThan(0);
});

test('two stores on one file see each other’s work at once, and only one of them gets a job', async () => {
  const file = freshFile();
  await using one = createSqliteStore({ file });
  await using two = createSqliteStore({ file });
  await one.jobs.insert(sampleJob('a'));
  const claims = await Promise.all([one, two].map(({ jobs }) => jobs.claim('a', { now: 1, leaseMs: 1_000 })));
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  await one.keys.create(sampleKey('k'));
  await two.keys.revoke('k', 9);
  expect(await one.keys.findByHash('hash-of-k')).toMatchObject({ revokedAt: 9 });
});

test('several stores may open a new file at the same moment', async () => {
  const file = freshFile();
  const stores = Array.from({ length: 4 }, () => createSqliteStore({ file }));
  await Promise.all(stores.map(({ keys }, index) => keys.create(sampleKey(`k${index}`))));
  expect(await stores[0]?.keys.list()).toHaveLength(4);
  await Promise.all(stores.map(({ close }) => close()));
});

test('a call that fails in a batch leaves the others alone', async () => {
  await using store = freshStore();
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const results = await Promise.allSettled([
    store.jobs.insert(sampleJob('a')),
    store.jobs.insert(sampleJob('broken', { options: cyclic })),
    store.keys.create(sampleKey('k')),
    store.keys.create(sampleKey('k')),
    store.jobs.insert(sampleJob('b')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await store.jobs.count()).toMatchObject({ queued: 2 });
});

test('passwords are gone from the file when the job has ended and the store is closed', async () => {
  const file = freshFile();
  const store = createSqliteStore({ file });
  await store.jobs.insert(sampleJob('a', { secrets: { password: 'correct-horse-battery' } }));
  await store.jobs.claim('a', { now: 1, leaseMs: 1_000 });
  await store.jobs.finish('a', 1, { outcome: completedOutcome, now: 2, purgeAt: 3 });
  await store.close();
  expect((await readFile(file)).includes('correct-horse-battery')).toBe(false);
  await expect(stat(`${file}-wal`)).rejects.toThrow();
});

test.skipIf(process.platform === 'win32')('only its owner may read the file', async () => {
  const file = freshFile();
  await using store = createSqliteStore({ file });
  await store.keys.list();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('calls after closing, and files that are no database, are SERVICE_UNAVAILABLE', async () => {
  const closed = freshStore();
  await closed.close();
  await closed.close();
  await expect(closed.jobs.get('a')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  const text = join(folder, 'text.db');
  await writeFile(text, 'this is a text that is long enough to be read as the header of a database file'.repeat(20));
  await using broken = createSqliteStore({ file: text });
  await expect(broken.jobs.get('a')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'store_unavailable' },
  });
});

test('a file of a newer version is refused with words', async () => {
  const file = join(folder, 'newer.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 999');
  database.close();
  await using store = createSqliteStore({ file });
  await expect(store.jobs.get('a')).rejects.toThrow('newer version of Platen');
});

test('a writer that is blocked for too long is SERVICE_UNAVAILABLE, and goes on afterwards', async () => {
  const file = freshFile();
  await using store = createSqliteStore({ file, busyTimeoutMs: 10 });
  await store.jobs.insert(sampleJob('a'));
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(store.jobs.insert(sampleJob('b'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await store.jobs.get('a')).not.toBeNull();
  other.exec('ROLLBACK');
  other.close();
  expect(await store.jobs.insert(sampleJob('b'))).toMatchObject({ state: 'queued' });
});
