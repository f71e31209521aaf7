import { randomBytes } from 'node:crypto';
import {
  type Backlog,
  countedEnds,
  isFinal,
  type JobCounts,
  type JobState,
  type Overdue,
  type OverdueJobs,
} from '@platen/core';
import { jobTransitions } from '@platen/core/internal';
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

/** How many jobs are in each state: of ended ones, the entries of an index up to `countedEnds` are counted. */
export async function countJobs(sql: Sql, ownerId?: string | null): Promise<JobCounts> {
  const states = Object.keys(jobTransitions) as JobState[];
  const counting = states.map((state) => {
    const bound = isFinal(state) ? `LIMIT ${countedEnds}` : '';
    return `(SELECT count(*) FROM (SELECT FROM jobs WHERE ${isIn(state, ownerId)} ${bound}) AS found) AS ${state}`;
  });
  const row = await sql.first<Record<JobState, number>>(
    `SELECT ${counting.join(', ')}`,
    typeof ownerId === 'string' ? [ownerId] : [],
  );
  if (row === undefined) throw new Error('counts have no row');
  return row;
}

/** A condition and an order that only the index of states, or of an owner's states, can serve: nothing beside it is read. */
function isIn(state: JobState, ownerId: string | null | undefined): string {
  if (ownerId === null) return `owner_id IS NULL AND state = '${state}' ORDER BY created_at`;
  if (!isFinal(state)) return ownerId === undefined ? `state = '${state}'` : `state = '${state}' AND owner_id = $1`;
  const [names, values] = ownerId === undefined ? ['state', ''] : ['owner_id, state', '$1, '];
  return `(${names}, created_at) BETWEEN (${values}'${state}', 0) AND (${values}'${state}', ${Number.MAX_SAFE_INTEGER})
    ORDER BY ${names}, created_at`;
}

/** What is unfinished, by operation: the index `jobs_backlog` answers it. */
export async function readBacklog(sql: Sql): Promise<readonly Backlog[]> {
  const rows = await sql.all<{ operation: string; queued: number; processing: number; oldest: number | null }>(
    `SELECT operation, count(*) FILTER (WHERE state = 'queued') AS queued,
       count(*) FILTER (WHERE state = 'processing') AS processing,
       min(created_at) FILTER (WHERE state = 'queued') AS oldest
     FROM jobs WHERE state IN ('queued', 'processing') GROUP BY operation ORDER BY operation`,
  );
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestQueuedAt: oldest }));
}

/** What is overdue, by the indexes of these times: as many entries as are counted, and one. */
export async function readOverdue(sql: Sql): Promise<OverdueJobs> {
  const purge = await overdueIn(sql, 'purge_at', 'jobs');
  return { purge, outbox: await overdueIn(sql, 'created_at', 'outbox') };
}

/** Rows of a table whose time in an indexed column has come: how many, and for how long the first. */
export async function overdueIn(sql: Sql, column: string, table: string, condition = 'true'): Promise<Overdue> {
  // The time as a subquery is read once; as an expression no index could be searched for it.
  const due = `FROM ${table} WHERE ${condition} AND ${column} <= (SELECT ${nowMs})`;
  const row = await sql.first<{ count: number; late: number }>(
    `SELECT (SELECT count(*) FROM (SELECT ${due} ORDER BY ${column} LIMIT ${countedEnds}) AS found) AS count,
       coalesce(${nowMs} - (SELECT ${column} ${due} ORDER BY ${column} LIMIT 1), 0) AS late`,
  );
  return { count: row?.count ?? 0, lateMs: row?.late ?? 0 };
}

/** More than a page of a table, and than there is room for in one that is nearly full. */
const trialBytes = 262_144;

/** Writes a row of that size where messages are kept, and removes it in the same transaction: nobody else sees it. */
export async function checkWrite(sql: Sql): Promise<void> {
  const row = await sql.first<{ id: number }>(
    `INSERT INTO outbox (job_id, topic, payload, created_at, available_at, attempts)
     VALUES ('', '', $1, 0, 0, 0) RETURNING id`,
    // Text that PostgreSQL cannot compress.
    [randomBytes(trialBytes / 2).toString('hex')],
  );
  await sql.run('DELETE FROM outbox WHERE id = $1', [row?.id ?? null]);
}
