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

/** Counts jobs that wait, for insertions. */
export interface QueueCounter {
  /**
   * Long queues are counted once a second and not for each insertion, unless it must be exact: another node may have added to
   * them since.
   */
  count(sql: Sql, owners: readonly (string | null)[], isExact?: boolean): Promise<QueuedCounts>;
  /** This node adds a job. */
  add(ownerId: string | null): void;
}

/** Entries of an index are counted in 0.1 µs to 0.2 µs each: more than these take longer than all else of an insertion. */
const longQueue = 10_000;
const goodForMs = 1_000;

interface KnownCount {
  jobs: number;
  readonly countedAt: number;
}

export function createQueueCounter(): QueueCounter {
  /** Of long queues alone: of all jobs, and of each owner. */
  let knownAll: KnownCount | null = null;
  const knownByOwner = new Map<string | null, KnownCount>();
  const isGood = (known: KnownCount | null | undefined): known is KnownCount =>
    known != null && performance.now() - known.countedAt < goodForMs;
  const toKnown = (jobs: number) => (jobs < longQueue ? null : { jobs, countedAt: performance.now() });

  return {
    async count(sql, owners, isExact = false) {
      const all = !isExact && isGood(knownAll) ? knownAll.jobs : null;
      const byOwner = new Map<string | null, number>();
      for (const [owner, known] of knownByOwner) {
        if (isExact || !isGood(known)) knownByOwner.delete(owner);
        else if (owners.includes(owner)) byOwner.set(owner, known.jobs);
      }
      const rest = owners.filter((owner) => !byOwner.has(owner));
      const found = await countQueued(sql, rest, all);
      if (all === null) knownAll = toKnown(found.all);
      for (const [owner, jobs] of found.byOwner) {
        byOwner.set(owner, jobs);
        const known = toKnown(jobs);
        if (known !== null) knownByOwner.set(owner, known);
      }
      return { ...found, byOwner };
    },
    add(ownerId) {
      for (const known of [knownAll, knownByOwner.get(ownerId)]) if (known != null) known.jobs += 1;
    },
  };
}

/** All jobs are counted unless their number is given. */
async function countQueued(sql: Sql, owners: readonly (string | null)[], known: number | null): Promise<QueuedCounts> {
  const counting = known === null ? "(SELECT count(*) FROM jobs WHERE state = 'queued')" : '0';
  const [all, ...rows] = await sql.all<{ owner_id: string | null; jobs: number; now: number }>(
    `(SELECT NULL AS owner_id, ${counting} AS jobs, ${nowMs} AS now)
     UNION ALL
     (SELECT owner_id, count(*), 0 FROM jobs WHERE state = 'queued' AND ${ofOwners} GROUP BY owner_id)`,
    toParameters(owners),
  );
  return {
    all: known ?? all?.jobs ?? 0,
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
