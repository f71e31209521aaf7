import { setTimeout as delay } from 'node:timers/promises';
import { ConversionError } from '@platen/core';
import { DatabaseUnusableError } from './database-unusable-error.ts';
import { type Migration, migrations, neededSteps } from './migrations.ts';
import type { Execute, Sql, Transact } from './transactions.ts';

/** Longer than a step takes on a large table; a node that starts meanwhile waits for as long. */
const migrationTimeoutMs = 120_000;
/** Reading ten million rows for an index takes seconds on a machine of its own, and minutes on a busy one. */
const indexTimeoutMs = 1_800_000;
/** How often a node looks whether another one has finished. */
const lookMs = 250;

/** How the statements reach the database: in transactions, and one by one. */
export interface MigrationAccess {
  readonly transact: Transact;
  readonly execute: Execute;
  readonly schema: string;
  /** Of a statement that changes nothing. */
  readonly timeoutMs: number;
}

/**
 * Brings the schema up to date, creating it as needed. Nodes that start together take turns, and each step runs once.
 * Needs no right to create anything when there is nothing to be done. What a newer version has added is left alone;
 * rejects with a `DatabaseUnusableError` when it has taken away what this one needs.
 */
export async function migrate(access: MigrationAccess): Promise<void> {
  const { transact, schema, timeoutMs } = access;
  let taken = await transact((sql) => takenSteps(sql, schema), timeoutMs);
  while (taken < migrations.length) {
    taken = await runStatements(access);
    const step = migrations[taken];
    if (typeof step === 'object') taken = await makeIndex(access, taken, step);
  }
}

/** Rejects with a `DatabaseUnusableError` where `migrate` would have something to do. */
export async function assertMigrated({ transact, schema, timeoutMs }: MigrationAccess): Promise<void> {
  const taken = await transact((sql) => takenSteps(sql, schema), timeoutMs);
  if (taken >= migrations.length) return;
  const what = taken === 0 ? 'it has no tables yet' : 'its tables are from an older version';
  throw new DatabaseUnusableError(`${what}: run "platen migrate" first`);
}

/**
 * Runs the steps up to the next index that takes its time, and returns how many steps the schema has seen then. A new
 * schema has no rows: its indexes are made with its tables.
 */
async function runStatements({ transact, schema }: MigrationAccess): Promise<number> {
  return transact(async (sql) => {
    await sql.lock('migrations');
    // Read again under the lock: another node may just have done it.
    const version = await takenSteps(sql, schema);
    // IF NOT EXISTS needs the right to create one even where it exists.
    if (!(await hasSchema(sql, schema))) await sql.run(`CREATE SCHEMA "${schema}"`);
    await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    if (!(await hasSteps(sql, schema))) await sql.run('ALTER TABLE schema_version ADD COLUMN steps integer');
    let seen = version;
    for (const step of migrations.slice(version)) {
      if (typeof step === 'object' && version > 0) break;
      await sql.run(typeof step === 'string' ? step : `CREATE INDEX ${step.index} ON ${step.on}`);
      seen += 1;
    }
    if (seen > version) await setSteps(sql, seen);
    return seen;
  }, migrationTimeoutMs);
}

/**
 * Makes an index while its table is in use. That waits for every transaction that is older, so that no node may wait for
 * this one within a transaction: the others look from time to time. What a node that died has left is made anew.
 */
async function makeIndex(
  { transact, execute, schema, timeoutMs }: MigrationAccess,
  version: number,
  { index, on }: Exclude<Migration, string>,
): Promise<number> {
  const look = () => transact((sql) => stateOf(sql, schema, index), timeoutMs);
  const deadline = performance.now() + indexTimeoutMs;
  for (;;) {
    const state = await look();
    if (state === 'valid') break;
    if (performance.now() > deadline) {
      throw new ConversionError('SERVICE_UNAVAILABLE', 'The database is being migrated by another node', {
        details: { reason: 'migrating', index },
      });
    }
    // Nodes that start together look again at different moments, so that hardly ever two begin.
    await delay(lookMs * (1 + 3 * Math.random()));
    if (state !== 'building' && (await look()) === state) {
      await tryToMake(execute, schema, { index, on }, state === 'broken');
    }
  }
  return transact(async (sql) => {
    await sql.lock('migrations');
    const taken = await takenSteps(sql, schema);
    if (taken > version) return taken;
    await setSteps(sql, version + 1);
    return version + 1;
  }, migrationTimeoutMs);
}

async function tryToMake(
  execute: Execute,
  schema: string,
  { index, on }: Exclude<Migration, string>,
  isBroken: boolean,
): Promise<void> {
  try {
    if (isBroken) await execute(`DROP INDEX CONCURRENTLY IF EXISTS "${schema}"."${index}"`, [], indexTimeoutMs);
    await execute(`CREATE INDEX CONCURRENTLY "${index}" ON "${schema}".${on}`, [], indexTimeoutMs);
  } catch (error) {
    if (!isRaced(error)) throw error;
  }
}

/**
 * Another node began at the same moment: `duplicate_table`, as an index of that name is called, the row of the catalogue
 * that both wrote, or a deadlock. One that waits to begin holds a snapshot, for whose end the one that builds waits last.
 */
function isRaced(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === '42P07' || cause?.code === '23505' || cause?.code === '40P01';
}

type IndexState = 'missing' | 'building' | 'broken' | 'valid';

async function stateOf(sql: Sql, schema: string, index: string): Promise<IndexState> {
  const row = await sql.first<{ valid: boolean; building: boolean }>(
    `SELECT indisvalid AS valid,
       EXISTS (SELECT FROM pg_stat_progress_create_index WHERE index_relid = pg_class.oid OR relid = indrelid) AS building
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_index ON indexrelid = pg_class.oid
     WHERE nspname = $1 AND relname = $2`,
    [schema, index],
  );
  if (row === undefined) return 'missing';
  if (row.valid) return 'valid';
  return row.building ? 'building' : 'broken';
}

/** `version` is what nodes that know nothing of `steps` compare: it stays at what they know as long as they can go on. */
async function setSteps(sql: Sql, steps: number): Promise<void> {
  await sql.run('DELETE FROM schema_version');
  await sql.run('INSERT INTO schema_version (version, steps) VALUES ($1, $2)', [Math.min(steps, neededSteps), steps]);
}

/** How many steps the schema has seen. */
async function takenSteps(sql: Sql, schema: string): Promise<number> {
  if (!(await hasTable(sql, schema))) return 0;
  const columns = (await hasSteps(sql, schema))
    ? 'version, coalesce(steps, version) AS steps'
    : 'version, version AS steps';
  const row = await sql.first<{ version: number; steps: number }>(`SELECT ${columns} FROM schema_version`);
  if (row === undefined) return 0;
  if (row.version > migrations.length) throw new DatabaseUnusableError('a newer version of Platen created it');
  return row.steps;
}

async function hasSchema(sql: Sql, schema: string): Promise<boolean> {
  return (await sql.first('SELECT FROM pg_namespace WHERE nspname = $1', [schema])) !== undefined;
}

// Not to_regclass: it answers from a cache that does not know what others did while we waited for the lock.
async function hasTable(sql: Sql, schema: string): Promise<boolean> {
  const tables = "SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'schema_version'";
  return (await sql.first(tables, [schema])) !== undefined;
}

async function hasSteps(sql: Sql, schema: string): Promise<boolean> {
  const columns = `SELECT FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = $1 AND relname = 'schema_version' AND attname = 'steps' AND NOT attisdropped`;
  return (await sql.first(columns, [schema])) !== undefined;
}
