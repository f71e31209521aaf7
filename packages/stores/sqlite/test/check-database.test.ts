import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { checkDatabase, createSqliteStore } from '@platen/sqlite';
import { sampleJob, unbounded } from '@platen/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./open-store.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** `nobody` of every common Linux. */
const nobody = 65_534;

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-check-'));
  file = join(folder, 'platen.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fillDatabase(): Promise<void> {
  await using store = createSqliteStore({ file });
  await Promise.all(Array.from({ length: 50 }, (_, index) => store.jobs.insert(sampleJob(`job-${index}`), unbounded)));
}

/** Opens the store in a process without privileges: root may write everything. Resolves to what it said. */
async function openAsAnybody(): Promise<string> {
  const identity = isRoot ? { uid: nobody, gid: nobody } : {};
  return run(process.execPath, ['--conditions=@platen/source', script, file], { cwd: folder, ...identity }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
}

async function giveToAnybody(...paths: readonly string[]): Promise<void> {
  if (isRoot) for (const path of paths) await chown(path, nobody, nobody);
}

test('a file that is no database is refused at once, by its path and the reason', async () => {
  await writeFile(file, 'this is a text that is long enough to be read as the header of a database file'.repeat(20));
  expect(() => createSqliteStore({ file })).toThrow(`${file} cannot be used: it is not a SQLite database`);
});

test('a damaged database is refused at once, whichever page is damaged', async () => {
  await fillDatabase();
  const bytes = await readFile(file);
  const pageBytes = 4096;
  for (let page = 1; page * pageBytes < bytes.length; page += 3) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0xa5, page * pageBytes, (page + 1) * pageBytes);
    await writeFile(file, damaged);
    expect(() => checkDatabase(file)).toThrow(`${file} cannot be used: it is damaged`);
  }
});

test('once a page was found damaged, nothing is written any more, and what is intact is read', async () => {
  await fillDatabase();
  await using store = createSqliteStore({ file });
  // Found while it is used: what was opened was sound.
  const damaged = await readFile(file);
  const reader = new DatabaseSync(file);
  const roots = reader.prepare("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'keys'").all();
  reader.close();
  expect(roots.length).toBeGreaterThan(1);
  for (const { rootpage } of roots) damaged.fill(0xa5, (Number(rootpage) - 1) * 4096, Number(rootpage) * 4096);
  await writeFile(file, damaged);
  const refusal = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'store_unavailable' } };
  await expect(store.keys.findByHash('any')).rejects.toMatchObject(refusal);
  await expect(store.jobs.insert(sampleJob('new'), unbounded)).rejects.toMatchObject(refusal);
  // Of the answer at /readyz: it stays so.
  const cause = { message: expect.stringContaining(`${file} cannot be used: it is damaged`) };
  await expect(store.jobs.checkWrite()).rejects.toMatchObject({ ...refusal, cause });
  expect(await store.jobs.get('job-7')).toMatchObject({ id: 'job-7' });
});

test('a truncated database is refused at once', async () => {
  await fillDatabase();
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length / 2));
  expect(() => checkDatabase(file)).toThrow('it is damaged');
});

test('a database of a newer version is refused at once', () => {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 999');
  database.close();
  expect(() => createSqliteStore({ file })).toThrow('a newer version of Platen created it');
});

test('a file where the folder should be, and a folder where the file should be, are told', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(() => checkDatabase(join(folder, 'file', 'platen.db'))).toThrow('a file is where its folder should be');
  await mkdir(file);
  expect(() => checkDatabase(file)).toThrow(`${file} cannot be used`);
});

test('a database that another program keeps locked is refused within seconds', async () => {
  await fillDatabase();
  const other = new DatabaseSync(file);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  expect(() => checkDatabase(file)).toThrow('another process keeps it locked');
  other.close();
});

test('a database that another program locks for a while is waited for', async () => {
  await fillDatabase();
  const lockFor2s = `
    const { workerData, parentPort } = require('node:worker_threads');
    const other = new (require('node:sqlite').DatabaseSync)(workerData);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    parentPort.postMessage('locked');
    setTimeout(() => other.close(), 2_000);`;
  const locker = new Worker(lockFor2s, { eval: true, workerData: file });
  await once(locker, 'message');
  await using store = createSqliteStore({ file });
  expect(await store.jobs.get('job-7')).not.toBeNull();
  await locker.terminate();
});

test.skipIf(process.platform === 'win32')('a read-only file and a read-only folder are told', async () => {
  await fillDatabase();
  await giveToAnybody(folder, file);
  expect(await openAsAnybody()).toContain('opened');
  await chmod(file, 0o400);
  expect(await openAsAnybody()).toMatch(/platen\.db cannot be used: it cannot be written/);
  await chmod(file, 0o600);
  await chmod(folder, 0o500);
  expect(await openAsAnybody()).toMatch(/platen\.db cannot be used: .*its folder/);
});
