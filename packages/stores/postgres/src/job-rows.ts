import { clockStepMs, type JobRecord, type JobSecrets } from '@platen/core';
import { fromJobRow, fromJson, type JobRow, toChangingColumns, toFixedColumns, toJson } from '@platen/core/sql';
import { nowMs, type Sql, type SqlValue, toRecordset } from './transactions.ts';

/** Statements on the table of jobs. */

/** A job as its row has it: the record, and what is kept beside it. */
export interface StoredJob {
  readonly job: JobRecord;
  readonly secrets: JobSecrets;
  /** The month of the quota unit that the job holds; null when it holds none. */
  readonly quotaPeriod: string | null;
  readonly webhookUrl: string | null;
}

interface StoredRow extends JobRow {
  readonly secrets: string | null;
  readonly quota_period: string | null;
  readonly webhook_url: string | null;
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

/** Jobs whose lease has run out, or that have one. What another transaction is changing is not ours to take. */
export async function lockLeased(
  sql: Sql,
  ignoreLeases: boolean,
): Promise<Pick<LockedJobs, 'now'> & { readonly leased: readonly JobRecord[] }> {
  // As `hasLostLease`.
  const isLost = `(lease_until <= (SELECT ${nowMs}) OR updated_at > (SELECT ${nowMs}) + ${clockStepMs} AND lease_until > updated_at)`;
  const rows = await sql.all<JobRow & { readonly now: number }>(
    `SELECT jobs.*, ${nowMs} AS now FROM jobs
     WHERE state = 'processing' AND ${ignoreLeases ? 'true' : isLost} FOR UPDATE SKIP LOCKED`,
  );
  return { leased: rows.map(fromJobRow), now: Math.max(...rows.map(({ now }) => now)) };
}

/** The ids that were free. In the order of the ids, so that no two transactions wait for each other's. */
export async function insertJobs(sql: Sql, jobs: readonly StoredJob[]): Promise<ReadonlySet<string>> {
  const [first] = jobs;
  if (first === undefined) return new Set();
  const names = Object.keys(toColumns(first)).join(', ');
  const rows = await sql.all<{ id: string }>(
    `INSERT INTO jobs (${names}) SELECT ${names} FROM json_populate_recordset(NULL::jobs, $1)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [toRecordset(jobs.toSorted((a, b) => (a.job.id < b.job.id ? -1 : 1)).map(toColumns))],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Writes what a change may change; what is kept beside the records stays. */
export function updateJobs(sql: Sql, jobs: readonly JobRecord[]): void {
  update(
    sql,
    jobs.map((job) => ({ id: job.id, ...toChangingColumns(job) })),
  );
}

/** As `updateJobs`, and what is kept beside the records, too. They may be purged as soon as it is time. */
export function replaceJobs(sql: Sql, jobs: readonly StoredJob[]): void {
  update(
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
export function renewJobs(sql: Sql, jobs: readonly JobRecord[]): void {
  update(
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
export async function holdPurgeable(sql: Sql, limit: number, holdMs: number): Promise<readonly JobRecord[]> {
  // The time as a subquery is read once; as an expression no index could be searched for it.
  const rows = await sql.all<JobRow>(
    `SELECT * FROM jobs WHERE purge_at <= (SELECT ${nowMs}) AND purge_held_until <= (SELECT ${nowMs})
     ORDER BY purge_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) sql.send(`UPDATE jobs SET purge_held_until = ${nowMs} + $2 WHERE id = ANY ($1)`, [ids, holdMs]);
  return rows.map(fromJobRow);
}

/** The ids of those that were there. */
export async function removeJobs(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.all<{ id: string }>('DELETE FROM jobs WHERE id = ANY ($1) RETURNING id', [ids]);
  return rows.map(({ id }) => id);
}

type Columns = Readonly<Record<string, SqlValue>> & { readonly id: string };

/** One statement for all rows, which have the same columns. */
function update(sql: Sql, rows: readonly Columns[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const changes = Object.keys(first)
    .filter((name) => name !== 'id')
    .map((name) => `${name} = changed.${name}`);
  // The ids are passed twice: of a JSON text the planner does not know how few rows it has, and would read the whole table.
  sql.send(
    `UPDATE jobs SET ${changes.join(', ')} FROM json_populate_recordset(NULL::jobs, $1) AS changed
     WHERE jobs.id = changed.id AND jobs.id = ANY ($2)`,
    [toRecordset(rows), rows.map(({ id }) => id)],
  );
}

function toColumns(stored: StoredJob): Columns {
  return { ...toFixedColumns(stored.job), ...toChangingColumns(stored.job), ...toAsideColumns(stored) };
}

function toAsideColumns({ secrets, quotaPeriod, webhookUrl }: StoredJob) {
  return { secrets: toJson(secrets), quota_period: quotaPeriod, webhook_url: webhookUrl };
}

function toStoredJob(row: StoredRow): StoredJob {
  return {
    job: fromJobRow(row),
    secrets: row.secrets === null ? null : fromJson(row.secrets),
    quotaPeriod: row.quota_period,
    webhookUrl: row.webhook_url,
  };
}
