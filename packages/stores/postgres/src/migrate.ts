import { DatabaseUnusableError } from './database-unusable-error.ts';
import { migrations } from './migrations.ts';
import type { Sql, Transact } from './transactions.ts';

/** Longer than a step takes on a large table; a node that starts meanwhile waits for as long. */
const migrationTimeoutMs = 120_000;

/**
 * Brings the schema up to date, creating it as needed. Nodes that start together take turns, and each step runs once.
 * Needs no right to create anything when there is nothing to be done. Rejects with a `DatabaseUnusableError` when a
 * newer version was here.
 */
export async function migrate(transact: Transact, schema: string, timeoutMs: number): Promise<void> {
  if ((await transact((sql) => versionOf(sql, schema), timeoutMs)) === migrations.length) return;
  await transact(async (sql) => {
    await sql.lock('migrations');
    // Read again under the lock: another node may just have done it.
    const version = await versionOf(sql, schema);
    if (version > migrations.length) throw new DatabaseUnusableError('it was made by a newer version of Platen');
    // IF NOT EXISTS needs the right to create one even where it exists.
    if (!(await hasSchema(sql, schema))) await sql.run(`CREATE SCHEMA "${schema}"`);
    await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    for (const step of migrations.slice(version)) await sql.run(step);
    await sql.run('DELETE FROM schema_version');
    await sql.run('INSERT INTO schema_version VALUES ($1)', [migrations.length]);
  }, migrationTimeoutMs);
}

async function hasSchema(sql: Sql, schema: string): Promise<boolean> {
  return (await sql.first('SELECT FROM pg_namespace WHERE nspname = $1', [schema])) !== undefined;
}

async function versionOf(sql: Sql, schema: string): Promise<number> {
  // Not to_regclass: it answers from a cache that does not know what others did while we waited for the lock.
  const tables = 'SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename = $2';
  if ((await sql.first(tables, [schema, 'schema_version'])) === undefined) return 0;
  return (await sql.first<{ version: number }>('SELECT version FROM schema_version'))?.version ?? 0;
}
