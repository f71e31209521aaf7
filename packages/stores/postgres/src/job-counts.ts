import type { JobCounts, JobState } from '@platen/core';
import type { Sql } from './transactions.ts';

type Unfinished = Extract<JobState, 'queued' | 'processing'>;

/**
 * How many unfinished jobs there are, of one owner or of all when undefined. The state is written into the statement, so
 * that the index of unfinished jobs answers it.
 */
export async function countUnfinished(sql: Sql, state: Unfinished, ownerId?: string | null): Promise<number> {
  const counting = `SELECT count(*) AS jobs FROM jobs WHERE state = '${state}'`;
  const row =
    ownerId === undefined
      ? await sql.first<{ jobs: number }>(counting)
      : await sql.first<{ jobs: number }>(
          ownerId === null ? `${counting} AND owner_id IS NULL` : `${counting} AND owner_id = $1`,
          ownerId === null ? [] : [ownerId],
        );
  return row?.jobs ?? 0;
}

/** How many jobs are in each state. */
export async function countJobs(sql: Sql, ownerId?: string | null): Promise<JobCounts> {
  const where = ownerId === undefined ? '' : 'WHERE owner_id IS NOT DISTINCT FROM $1';
  const rows = await sql.all<{ state: JobState; jobs: number }>(
    `SELECT state, count(*) AS jobs FROM jobs ${where} GROUP BY state`,
    ownerId === undefined ? [] : [ownerId],
  );
  const none: JobCounts = { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs])) };
}
