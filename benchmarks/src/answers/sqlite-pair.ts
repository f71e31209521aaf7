import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ApiKeyRecord } from '@platen/core';
import { createSqliteStore } from '@platen/sqlite';
import { copyOperation } from '../cluster/copy-operation.ts';
import { historyStatements } from '../cluster/fill-history.ts';
import type { AnsweringNode, NodePair } from './node-pair.ts';
import { startNode } from './start-node.ts';

/** The default of one machine: jobs in a SQLite file, files beside it. */
export async function openSqlitePair(parent: string, key: ApiKeyRecord): Promise<NodePair> {
  const fullFile = join(parent, 'full', 'platen.db');
  const start = async (name: string) => {
    const folder = join(parent, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'platen.db');
    await using store = createSqliteStore({ file });
    if (!(await store.keys.list()).some(({ id }) => id === key.id)) await store.keys.create(key);
    await store.close();
    if (name === 'full' && count(file, "id LIKE 'history-%'") === 0) fill(file);
    return startNode('sqlite', file, folder);
  };
  const empty = await start('empty');
  let full = await start('full');
  const toAnswering = (node: typeof empty): AnsweringNode => ({ ...node, cpuMs: async () => node.cpuMs() });
  return {
    name: 'SQLite',
    empty: toAnswering(empty),
    full: toAnswering(full),
    async restartWithDue(jobs) {
      await full.end();
      write(fullFile, [
        `UPDATE jobs SET purge_at = 1 WHERE id IN (SELECT id FROM jobs WHERE state = 'completed' LIMIT ${jobs})`,
      ]);
      full = await start('full');
      return toAnswering(full);
    },
    leftDue: async () => count(fullFile, 'purge_at = 1'),
    async end() {
      await empty.end();
      await full.end();
    },
  };
}

function fill(file: string): void {
  const from = (last: number) =>
    `(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last}) SELECT n FROM numbers)`;
  write(file, historyStatements(copyOperation.name, from));
}

function write(file: string, statements: readonly string[]): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -200000; BEGIN');
  for (const statement of statements) database.exec(statement);
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function count(file: string, condition: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const found = database
    .prepare(`SELECT count(*) AS jobs FROM (SELECT 1 FROM jobs WHERE ${condition} LIMIT 20000)`)
    .get();
  database.close();
  return Number(found?.jobs ?? 0);
}
