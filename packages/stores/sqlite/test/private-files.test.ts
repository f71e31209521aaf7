import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteStore } from '@platen/sqlite';
import { sampleKey } from '@platen/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function modesIn(path: string): Promise<readonly string[]> {
  const names = await readdir(path);
  return Promise.all(names.map(async (name) => `${name} ${((await stat(join(path, name))).mode & 0o777).toString(8)}`));
}

test.skipIf(process.platform === 'win32')(
  'only its owner may read the database, its side files and folder',
  async () => {
    const data = join(folder, 'data');
    await using store = createSqliteStore({ file: join(data, 'platen.db') });
    await store.keys.create(sampleKey('k'));
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect(await modesIn(data)).toEqual(['platen.db 600', 'platen.db-shm 600', 'platen.db-wal 600']);
  },
);

test.skipIf(process.platform === 'win32')('a database that others could read is theirs no more', async () => {
  const file = join(folder, 'platen.db');
  const before = new DatabaseSync(file);
  before.exec('PRAGMA journal_mode = WAL; CREATE TABLE other (id TEXT)');
  await Promise.all(['', '-wal', '-shm'].map((suffix) => chmod(`${file}${suffix}`, 0o644)));
  await using store = createSqliteStore({ file });
  await store.keys.list();
  expect(await modesIn(folder)).toEqual(['platen.db 600', 'platen.db-shm 600', 'platen.db-wal 600']);
  before.close();
});
