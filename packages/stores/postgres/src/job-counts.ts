import type { JobCounts, JobState } from '@platen/core';
import { nowMs, type Sql } from './transactions.ts';

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

/** What `owners` has as an array, and whether the jobs of no owner are meant, too. */
const ofOwners = '(owner_id = ANY ($1) OR ($2 AND owner_id IS NULL))';

/** How many unfinished jobs these owners have. */
export async function countByOwner(
  sql: Sql,
  state: Unfinished,
  owners: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, number>> {
  if (owners.length === 0) return new Map();
  const rows = await sql.all<{ owner_id: string | null; jobs: number }>(
    `SELECT owner_id, count(*) AS jobs FROM jobs WHERE state = '${state}' AND ${ofOwners} GROUP BY owner_id`,
    toParameters(owners),
  );
  return new Map(rows.map(({ owner_id, jobs }) => [owner_id, jobs]));
}

/** How many jobs wait, in all and of some owners, and what time it is. */
export interface QueuedCounts {
  readonly all: number;
  readonly byOwner: ReadonlyMap<string | null, number>;
  readonly now: number;
}

export async function countQueued(sql: Sql, owners: readonly (string | null)[]): Promise<QueuedCounts> {
  const [all, ...rows] = await sql.all<{ owner_id: string | null; jobs: number; now: number }>(
    `(SELECT NULL AS owner_id, count(*) AS jobs, ${nowMs} AS now FROM jobs WHERE state = 'queued')
     UNION ALL
     (SELECT owner_id, count(*), 0 FROM jobs WHERE state = 'queued' AND ${ofOwners} GROUP BY owner_id)`,
    toParameters(owners),
  );
  return {
    all: all?.jobs ?? 0,
    byOwner: new Map(rows.map(({ owner_id, jobs }) => [owner_id, jobs])),
    now: all?.now ?? Number.NaN,
  };
}

function toParameters(owners: readonly (string | null)[]): readonly [readonly string[], boolean] {
  return [owners.filter((owner) => owner !== null), owners.includes(null)];
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
