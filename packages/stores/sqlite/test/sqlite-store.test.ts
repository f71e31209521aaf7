import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@platen/core';
import { createSqliteStore, type SqliteStore } from '@platen/sqlite';
import {
  cancelledOutcome,
  completedOutcome,
  createFakeClock,
  jobStoreSuite,
  keyStoreSuite,
  leaderLockSuite,
  nodeRegistrySuite,
  sampleClaim,
  sampleJob,
  sampleKey,
  unbounded,
  webhookStoreSuite,
} from '@platen/testing';
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

/** The file that the rules of the suites share, under a clock that each rule has for itself. */
const ofRules = { file: '', clock: createFakeClock(), stores: [] as SqliteStore[] };

afterAll(async () => {
  for (const store of ofRules.stores) await store.close();
});

/** One part of an empty store, and the same part of other stores on the same file. To open one costs more than most rules. */
function shared<Part extends 'jobs' | 'leader' | 'nodes' | 'webhookStore' | 'keys'>(part: Part) {
  if (ofRules.file === '') ofRules.file = freshFile();
  const { file, stores } = ofRules;
  const clock = createFakeClock();
  ofRules.clock = clock;
  let used = 0;
  const open = () => {
    stores[used] ??= createSqliteStore({ file, clock: { now: () => ofRules.clock.now() } });
    used += 1;
    return (stores[used - 1] as SqliteStore)[part];
  };
  const subject = open();
  return {
    subject,
    advance: async (ms: number) => clock.advance(ms),
    connect: async () => open(),
    dispose: async () => emptyTables(file),
  };
}

function emptyTables(file: string): void {
  const database = new DatabaseSync(file);
  const named = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const names = named.all().map(({ name }) => name);
  // Counts last: what leaves the other tables changes them.
  const ordered = [...names.filter((name) => name !== 'job_counts'), 'job_counts'];
  database.exec(
    `PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE; ${ordered.map((name) => `DELETE FROM ${name};`).join('')} COMMIT`,
  );
  database.close();
}

jobStoreSuite(() => shared('jobs'));
leaderLockSuite(() => shared('leader'));
nodeRegistrySuite(() => shared('nodes'));
webhookStoreSuite(() => shared('webhookStore'));
keyStoreSuite(() => shared('keys'));

test('everything is there after closing and opening again', async () => {
  const file = freshFile();
  const before = createSqliteStore({ file });
  await before.jobs.insert(sampleJob('a'), unbounded);
  const job = await before.jobs.get('a');
  await before.keys.create(sampleKey('k'));
  await before.close();

  await using after = createSqliteStore({ file });
  expect(await after.jobs.get('a')).toEqual(job);
  expect(await after.keys.list()).toEqual([sampleKey('k')]);
  expect(await after.jobs.standing('owner-1')).toMatchObject({ queued: 1, quotaUsed: 1 });
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
  expect(answered.length).toBeGreaterThanOrEqual(200);
  const records = await Promise.all(answered.map((id) => store.jobs.get(id)));
  expect(records.filter((record) => record === null)).toEqual([]);
  // Each job and its unit are one transaction.
  const { queued, quotaUsed } = await store.jobs.standing('owner-1');
  expect(quotaUsed).toBe(queued);
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
  const jobsMeanwhile = (await here.jobs.counts()).queued;
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await here.keys.list()).filter(({ revokedAt }) => revokedAt === 5)).toHaveLength(20);
  expect(jobsMeanwhile).toBeGreaterThan(0);
});

test('two stores on one file see each other’s work at once, and only one of them gets a job', async () => {
  const file = freshFile();
  await using one = createSqliteStore({ file });
  await using two = createSqliteStore({ file });
  await one.jobs.insert(sampleJob('a'), unbounded);
  const claims = await Promise.all([one, two].map(({ jobs }) => jobs.claim('a', sampleClaim)));
  expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
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
    store.jobs.insert(sampleJob('a'), unbounded),
    store.jobs.insert(sampleJob('broken', { options: cyclic }), unbounded),
    store.keys.create(sampleKey('k')),
    store.keys.create(sampleKey('k')),
    store.jobs.insert(sampleJob('b'), unbounded),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await store.jobs.counts()).toMatchObject({ queued: 2 });
});

test('passwords are gone from the file when the job has ended and the store is closed', async () => {
  const file = freshFile();
  const store = createSqliteStore({ file });
  await store.jobs.insert(sampleJob('a', { secrets: { password: 'correct-horse-battery' } }), unbounded);
  await store.jobs.claim('a', sampleClaim);
  await store.jobs.finish('a', 1, { outcome: completedOutcome, durationMs: 0, retentionMs: 1_000, messages: [] });
  await store.close();
  expect((await readFile(file)).includes('correct-horse-battery')).toBe(false);
  await expect(stat(`${file}-wal`)).rejects.toThrow();
});

test('passwords are gone from every file soon after their jobs have ended, while the store goes on', async () => {
  const file = freshFile();
  await using store = createSqliteStore({ file });
  const ends = { completed: 'correct-horse-1', cancelled: 'correct-horse-2' };
  for (const [id, password] of Object.entries(ends)) {
    await store.jobs.insert(sampleJob(id, { secrets: { password } }), unbounded);
    await store.jobs.claim(id, sampleClaim);
  }
  const holding = async () => {
    const names = (await readdir(dirname(file))).filter((name) => name.startsWith(basename(file)));
    const texts = await Promise.all(names.map((name) => readFile(join(dirname(file), name), 'latin1')));
    return Object.values(ends).filter((password) => texts.some((text) => text.includes(password)));
  };
  expect(await holding()).toEqual(Object.values(ends));
  // One who reads keeps the log in use: it is tried again.
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT count(*) FROM jobs');
  const end = { durationMs: 0, retentionMs: 1_000, messages: [] };
  await store.jobs.finish('completed', 1, { ...end, outcome: completedOutcome });
  await store.jobs.close('cancelled', { ...end, outcome: cancelledOutcome });
  await delay(400);
  expect(await holding()).toEqual(Object.values(ends));
  reader.close();
  await expect.poll(holding).toEqual([]);
  expect(await store.jobs.get('completed')).toMatchObject({ state: 'completed' });
});

test('what a process that was killed left in the log is gone soon after the next one opens the file', async () => {
  const file = freshFile();
  const script = fileURLToPath(new URL('./end-with-password-and-die.ts', import.meta.url));
  spawnSync(process.execPath, ['--conditions=@platen/source', script, file]);
  const logged = async () => (await readFile(`${file}-wal`, 'latin1')).includes('correct-horse-battery');
  expect(await logged()).toBe(true);
  await using store = createSqliteStore({ file });
  expect(await store.jobs.get('a')).toMatchObject({ state: 'completed' });
  await expect.poll(logged).toBe(false);
  expect(await readFile(file, 'latin1')).not.toContain('correct-horse-battery');
});

test('a unit goes back to the month it was taken in', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 31, 23, 59));
  await using store = createSqliteStore({ file: freshFile(), clock });
  const { jobs } = store;
  const used = async () => (await jobs.standing('owner-1')).quotaUsed;
  const cancelling = { outcome: cancelledOutcome, durationMs: 0, retentionMs: 1_000_000, messages: [] };
  await jobs.insert(sampleJob('old'), unbounded);
  clock.advance(2 * 60_000);
  await jobs.insert(sampleJob('new'), unbounded);
  expect(await used()).toBe(1);
  await jobs.close('old', cancelling);
  expect(await used()).toBe(1);
  await jobs.retry('old', unbounded, null);
  expect(await used()).toBe(2);
  await jobs.close('old', cancelling);
  expect(await used()).toBe(1);
});

test('calls after closing are SERVICE_UNAVAILABLE', async () => {
  const closed = freshStore();
  await closed.close();
  await closed.close();
  await expect(closed.jobs.get('a')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'store_unavailable' },
  });
});

test('a writer that is blocked for too long is SERVICE_UNAVAILABLE, and goes on afterwards', async () => {
  const file = freshFile();
  await using store = createSqliteStore({ file, busyTimeoutMs: 10 });
  await store.jobs.insert(sampleJob('a'), unbounded);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(store.jobs.insert(sampleJob('b'), unbounded)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await store.jobs.get('a')).not.toBeNull();
  other.exec('ROLLBACK');
  other.close();
  expect(await store.jobs.insert(sampleJob('b'), unbounded)).toMatchObject({ kind: 'inserted' });
});

test('what every request reads waits for nobody who writes', async () => {
  const file = freshFile();
  await using store = createSqliteStore({ file });
  await store.jobs.insert(sampleJob('a', { ownerId: 'acme' }), unbounded);
  const { record } = generateApiKey({ id: 'k', name: 'k', createdAt: 1 });
  await store.keys.create(record);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  let isInserted = false;
  const inserting = store.jobs.insert(sampleJob('b'), unbounded).then(() => {
    isInserted = true;
  });
  expect(await store.jobs.get('a')).toMatchObject({ id: 'a' });
  expect(await store.jobs.get('nobody')).toBeNull();
  expect(await store.jobs.standing('acme')).toMatchObject({ queued: 1, ownerQueued: 1 });
  expect(await store.keys.findByHash(record.hash)).toEqual(record);
  expect(await store.keys.findByHash('f'.repeat(64))).toBeNull();
  expect(isInserted).toBe(false);
  other.exec('ROLLBACK');
  other.close();
  await inserting;
});
