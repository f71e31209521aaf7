import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createGroupCommit } from '../src/group-commit.ts';
import { type CallMessage, monotonicMs } from '../src/protocol.ts';
import type { Tables } from '../src/table.ts';

test('a full disk fails the calls of a batch that write, in its own words, and none that read', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 4');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  const select = database.prepare('SELECT text FROM notes');
  const keys = { create: (text: string) => insert.run(text).changes, list: () => select.all().length };
  const tables = { keys } as unknown as Tables;
  const commit = createGroupCommit({ file: 'notes', database, tables, checkSameFile() {}, setTime() {} }, 0);
  const call = (id: number, method: string, ...args: string[]) =>
    ({ id, table: 'keys', method, args, now: 0, askedAt: 0 }) as const;
  const small = commit([call(1, 'create', 'short'), call(2, 'list')]);
  expect(small).toMatchObject([
    { id: 1, result: 1 },
    { id: 2, result: 1 },
  ]);

  const error = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_full' } };
  const replies = commit([call(3, 'create', 'short'), call(4, 'create', 'x'.repeat(100_000)), call(5, 'list')]);
  expect(replies).toMatchObject([
    { id: 3, error },
    { id: 4, error },
    { id: 5, kind: 'result', result: 1 },
  ]);
  expect(commit([call(6, 'create', 'short')])).toMatchObject([{ id: 6, result: 1 }]);
});

const busyTimeoutMs = 60_000;

/** A write that was asked so long ago. */
function written(id: number, agoMs: number): CallMessage {
  return { id, table: 'keys', method: 'create', args: [], now: 0, askedAt: monotonicMs() - agoMs };
}

function createNotes(database: DatabaseSync) {
  database.exec('CREATE TABLE IF NOT EXISTS notes (text TEXT)');
  const insert = database.prepare("INSERT INTO notes VALUES ('a note')");
  const tables = { keys: { create: () => insert.run().changes } } as unknown as Tables;
  return createGroupCommit({ file: 'notes', database, tables, checkSameFile() {}, setTime() {} }, busyTimeoutMs);
}

test('a call waits for a busy file as long as it may, the time before its batch included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-group-commit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'notes.db');
  using database = new DatabaseSync(file);
  const commit = createNotes(database);
  using other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  // Would be a minute later.
  expect(commit([written(1, busyTimeoutMs - 50), written(2, busyTimeoutMs - 100)])).toMatchObject([
    { id: 1, error: { code: 'SERVICE_UNAVAILABLE' } },
    { id: 2, error: { code: 'SERVICE_UNAVAILABLE' } },
  ]);
});

test('a call that may still wait is tried again when an older one is given up', () => {
  using database = new DatabaseSync(':memory:');
  const commit = createNotes(database);
  const exec = database.exec.bind(database);
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
  vi.spyOn(database, 'exec')
    .mockImplementationOnce(exec)
    .mockImplementationOnce(() => {
      throw busy;
    });
  expect(commit([written(1, busyTimeoutMs), written(2, 0)])).toMatchObject([
    { id: 1, error: { code: 'SERVICE_UNAVAILABLE' } },
    { id: 2, result: 1 },
  ]);
});
