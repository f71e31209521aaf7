import type { JobRecord, JobSecrets } from '@platen/core';
import { fromJobRow, fromJson, type JobRow, toChangingColumns, toFixedColumns, toJson } from '@platen/core/sql';
import { nowMs, type Sql, type SqlValue, toRecordset } from './transactions.ts';

/** Statements on the table of jobs. */

/** A job as its row has it: the record, and what is kept beside it. */
export interface StoredJob {
  readonly job: JobRecord;
  readonly secrets: JobSecrets;
  /** The month of the quota unit that the job holds; null when it holds none. */
  readonly quotaPeriod: string | null;
}

interface StoredRow extends JobRow {
  readonly secrets: string | null;
  readonly quota_period: string | null;
}

export async function findJob(sql: Sql, id: string): Promise<JobRecord | null> {
  const row = await sql.first<JobRow>('SELECT * FROM jobs WHERE id = $1', [id]);
  return row === undefined ? null : fromJobRow(row);
}

export async function findJobs(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, JobRecord>> {
  const rows = await sql.all<JobRow>('SELECT * FROM jobs WHERE id = ANY ($1)', [ids]);
  return new Map(rows.map((row) => [row.id, fromJobRow(row)]));
}

/** Rows that nobody else can change any more. */
export interface LockedJobs {
  readonly jobs: ReadonlyMap<string, StoredJob>;
  /** By the clock of the server, after the last row was locked. */
  readonly now: number;
}

export async function lockJobs(sql: Sql, ids: readonly string[]): Promise<LockedJobs> {
  const rows = await sql.all<StoredRow & { readonly now: number }>(
    `SELECT *, ${nowMs} AS now FROM (SELECT * FROM jobs WHERE id = ANY ($1) ORDER BY id FOR UPDATE) AS locked`,
    [ids],
  );
  return {
    jobs: new Map(rows.map((row) => [row.id, toStoredJob(row)])),
    now: Math.max(...rows.map(({ now }) => now)),
  };
}

/** What another transaction is changing at this moment is not expired, or not ours to take. */
export async function lockLeased(sql: Sql, until: number): Promise<readonly JobRecord[]> {
  const rows = await sql.all<JobRow>(
    "SELECT * FROM jobs WHERE state = 'processing' AND lease_until <= $1 FOR UPDATE SKIP LOCKED",
    [until],
  );
  return rows.map(fromJobRow);
}

/** The ids that were free. */
export async function insertJobs(sql: Sql, jobs: readonly StoredJob[]): Promise<ReadonlySet<string>> {
  const [first] = jobs;
  if (first === undefined) return new Set();
  const names = Object.keys(toColumns(first)).join(', ');
  const rows = await sql.all<{ id: string }>(
    `INSERT INTO jobs (${names}) SELECT ${names} FROM json_populate_recordset(NULL::jobs, $1)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [toRecordset(jobs.map(toColumns))],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Writes what a change may change; what is kept beside the records stays. */
export async function updateJobs(sql: Sql, jobs: readonly JobRecord[]): Promise<void> {
  await update(
    sql,
    jobs.map((job) => ({ id: job.id, ...toChangingColumns(job) })),
  );
}

/** As `updateJobs`, and what is kept beside the records, too. They may be purged as soon as it is time. */
export async function replaceJobs(sql: Sql, jobs: readonly StoredJob[]): Promise<void> {
  await update(
    sql,
    jobs.map((stored) => ({
      id: stored.job.id,
      ...toChangingColumns(stored.job),
      ...toAsideColumns(stored),
      purge_held_until: 0,
    })),
  );
}

/** The most frequent change of all: only what a renewal can change. */
export async function renewJobs(sql: Sql, jobs: readonly JobRecord[]): Promise<void> {
  await update(
    sql,
    jobs.map(({ id, leaseUntil, progress, durationMs, updatedAt }) => ({
      id,
      lease_until: leaseUntil,
      progress,
      duration_ms: durationMs,
      updated_at: updatedAt,
    })),
  );
}

/** Final jobs whose time has come, oldest first, held for `holdMs`. */
export async function holdPurgeable(
  sql: Sql,
  now: number,
  limit: number,
  holdMs: number,
): Promise<readonly JobRecord[]> {
  const rows = await sql.all<JobRow>(
    `SELECT * FROM jobs WHERE purge_at <= $1 AND purge_held_until <= $1 ORDER BY purge_at LIMIT $2
     FOR UPDATE SKIP LOCKED`,
    [now, limit],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await sql.run('UPDATE jobs SET purge_held_until = $2 WHERE id = ANY ($1)', [ids, now + holdMs]);
  return rows.map(fromJobRow);
}

export async function removeJob(sql: Sql, id: string): Promise<boolean> {
  return (await sql.run('DELETE FROM jobs WHERE id = $1', [id])) === 1;
}

type Columns = Readonly<Record<string, SqlValue>> & { readonly id: string };

/** One statement for all rows, which have the same columns. */
async function update(sql: Sql, rows: readonly Columns[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const changes = Object.keys(first)
    .filter((name) => name !== 'id')
    .map((name) => `${name} = changed.${name}`);
  await sql.run(
    `UPDATE jobs SET ${changes.join(', ')} FROM json_populate_recordset(NULL::jobs, $1) AS changed
     WHERE jobs.id = changed.id`,
    [toRecordset(rows)],
  );
}

function toColumns(stored: StoredJob): Columns {
  return { ...toFixedColumns(stored.job), ...toChangingColumns(stored.job), ...toAsideColumns(stored) };
}

function toAsideColumns({ secrets, quotaPeriod }: StoredJob) {
  return { secrets: toJson(secrets), quota_period: quotaPeriod };
}

function toStoredJob(row: StoredRow): StoredJob {
  return {
    job: fromJobRow(row),
    secrets: row.secrets === null ? null : fromJson(row.secrets),
    quotaPeriod: row.quota_period,
  };
}
