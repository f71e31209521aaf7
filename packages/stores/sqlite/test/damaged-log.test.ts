import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkDatabase } from '@platen/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';

const [headerBytes, frameBytes] = [32, 24 + 4096];

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-log-'));
  file = join(folder, 'killed.db');
  await leaveKilled(join(folder, 'running.db'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Leaves a database as a process does that is killed after twenty transactions, of which the log has every one. */
async function leaveKilled(running: string): Promise<void> {
  checkDatabase(running);
  const database = new DatabaseSync(running);
  database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE notes (id INTEGER PRIMARY KEY)');
  for (let id = 1; id <= 20; id += 1) database.exec(`INSERT INTO notes VALUES (${id})`);
  await copyFile(running, file);
  await copyFile(`${running}-wal`, `${file}-wal`);
  database.close();
}

async function flip(at: number): Promise<void> {
  const log = await readFile(`${file}-wal`);
  log[at] = (log[at] ?? 0) ^ 0x10;
  await writeFile(`${file}-wal`, log);
}

async function frameCount(): Promise<number> {
  return ((await readFile(`${file}-wal`)).length - headerBytes) / frameBytes;
}

function countNotes(): unknown {
  using database = new DatabaseSync(file);
  return database.prepare('SELECT count(*) AS count FROM notes').get()?.count;
}

test('the log of a process that was killed is read to its end', () => {
  expect(() => checkDatabase(file)).not.toThrow();
  expect(countNotes()).toBe(20);
});

test.each([
  ['a page', 24 + 100],
  ['the number of a page', 2],
  ['the checksum', 18],
])(
  'a flipped bit in %s refuses a log of which whole transactions follow, until it is cut off there',
  async (_, offset) => {
    const frame = (await frameCount()) - 6;
    const at = headerBytes + frame * frameBytes;
    await flip(at + offset);
    expect(() => checkDatabase(file)).toThrow(
      new RegExp(`killed\\.db-wal is damaged at byte ${at}, and \\d+ transactions or more after it would be lost`),
    );
    await truncate(`${file}-wal`, at);
    expect(() => checkDatabase(file)).not.toThrow();
    expect(countNotes()).toBe(14);
  },
);

test('a flipped bit in the header of the log refuses it', async () => {
  await flip(17);
  expect(() => checkDatabase(file)).toThrow('is damaged at byte 0, and');
});

test('a last transaction that was cut off is none, as at a power cut', async () => {
  const frames = await frameCount();
  await flip(headerBytes + (frames - 1) * frameBytes + 200);
  expect(() => checkDatabase(file)).not.toThrow();
  expect(countNotes()).toBe(19);
});

test('frames of an earlier log behind the last one are no part of it', async () => {
  const before = await readFile(`${file}-wal`);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(RESTART); INSERT INTO notes VALUES (21)');
  const after = await readFile(`${file}-wal`);
  const copied = await readFile(file);
  database.close();
  // A log that began again from its start, over one that was longer.
  await writeFile(file, copied);
  await writeFile(`${file}-wal`, Buffer.concat([after, before.subarray(after.length)]));
  expect(() => checkDatabase(file)).not.toThrow();
  expect(countNotes()).toBe(21);
});
