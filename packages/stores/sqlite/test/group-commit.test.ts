import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createGroupCommit } from '../src/group-commit.ts';
import type { Tables } from '../src/table.ts';

test('a full disk fails the calls of a batch that write, in its own words, and none that read', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 4');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  const select = database.prepare('SELECT text FROM notes');
  const keys = { create: (text: string) => insert.run(text).changes, list: () => select.all().length };
  const tables = { keys } as unknown as Tables;
  const commit = createGroupCommit({ database, tables, checkSameFile() {}, setTime() {} });
  const call = (id: number, method: string, ...args: string[]) =>
    ({ id, table: 'keys', method, args, now: 0 }) as const;
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
