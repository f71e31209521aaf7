import type { JobRecord, JobSecrets } from '@platen/core';
import { fromJobRow, fromJson, type JobRow, toChangingColumns, toFixedColumns, toJson } from '@platen/core/sql';
import type { Sql, SqlValue } from './transactions.ts';

/** Statements on the table of jobs. */

export async function findJob(sql: Sql, id: string): Promise<JobRecord | null> {
  return toRecord(await sql.first<JobRow>('SELECT * FROM jobs WHERE id = $1', [id]));
}

/** The record as it is once nobody else can change it any more. */
export async function lockJob(sql: Sql, id: string): Promise<JobRecord | null> {
  return toRecord(await sql.first<JobRow>('SELECT * FROM jobs WHERE id = $1 FOR UPDATE', [id]));
}

export async function lockJobs(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, JobRecord>> {
  const rows = await sql.all<JobRow>('SELECT * FROM jobs WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [ids]);
  return new Map(rows.map((row) => [row.id, fromJobRow(row)]));
}

/** What another transaction is changing at this moment is not expired, or not ours to take. */
export async function lockLeased(sql: Sql, until: number): Promise<readonly JobRecord[]> {
  const rows = await sql.all<JobRow>(
    "SELECT * FROM jobs WHERE state = 'processing' AND lease_until <= $1 FOR UPDATE SKIP LOCKED",
    [until],
  );
  return rows.map(fromJobRow);
}

/** False when the id is taken. */
export async function insertJob(
  sql: Sql,
  job: JobRecord,
  secrets: JobSecrets,
  quotaPeriod: string | null,
): Promise<boolean> {
  const aside = { secrets: toJson(secrets), quota_period: quotaPeriod };
  const columns: Readonly<Record<string, SqlValue>> = { ...toFixedColumns(job), ...toChangingColumns(job), ...aside };
  const names = Object.keys(columns);
  const places = names.map((_, index) => `$${index + 1}`);
  const inserted = await sql.run(
    `INSERT INTO jobs (${names.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT (id) DO NOTHING`,
    Object.values(columns),
  );
  return inserted === 1;
}

export async function updateJob(sql: Sql, job: JobRecord): Promise<void> {
  const columns: Readonly<Record<string, SqlValue>> = toChangingColumns(job);
  const changes = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
  await sql.run(`UPDATE jobs SET ${changes.join(', ')} WHERE id = $1`, [job.id, ...Object.values(columns)]);
}

/** The most frequent change of all: only what a renewal can change. */
export async function renewJob(sql: Sql, job: JobRecord): Promise<void> {
  await sql.run('UPDATE jobs SET lease_until = $2, progress = $3, duration_ms = $4, updated_at = $5 WHERE id = $1', [
    job.id,
    job.leaseUntil,
    job.progress,
    job.durationMs,
    job.updatedAt,
  ]);
}

export async function findSecrets(sql: Sql, id: string): Promise<JobSecrets> {
  const row = await sql.first<{ secrets: string | null }>('SELECT secrets FROM jobs WHERE id = $1', [id]);
  return row === undefined || row.secrets === null ? null : fromJson(row.secrets);
}

export async function findQuotaPeriod(sql: Sql, id: string): Promise<string | null> {
  const row = await sql.first<{ quota_period: string | null }>('SELECT quota_period FROM jobs WHERE id = $1', [id]);
  return row?.quota_period ?? null;
}

/** What is kept beside the record: its secrets, and the month of the quota unit that it holds. */
export async function setAside(sql: Sql, id: string, secrets: JobSecrets, period: string | null): Promise<void> {
  await sql.run('UPDATE jobs SET secrets = $2, quota_period = $3, purge_held_until = 0 WHERE id = $1', [
    id,
    toJson(secrets),
    period,
  ]);
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
  await sql.run('UPDATE jobs SET purge_held_until = $2 WHERE id = ANY ($1)', [ids, now + holdMs]);
  return rows.map(fromJobRow);
}

export async function removeJob(sql: Sql, id: string): Promise<boolean> {
  return (await sql.run('DELETE FROM jobs WHERE id = $1', [id])) === 1;
}

function toRecord(row: JobRow | undefined): JobRecord | null {
  return row === undefined ? null : fromJobRow(row);
}
