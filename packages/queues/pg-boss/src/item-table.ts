import type { QueueItem } from '@platen/core';
import { batchCalls } from '@platen/core/internal';
import type { Db, JobInsert, PgBoss } from 'pg-boss';
import { createRounds } from './rounds.ts';

/** An item as pg-boss handed it out. `retryCount` is the attempt: settling an older one changes nothing. */
export interface FetchedItem {
  readonly id: string;
  readonly retryCount: number;
  /** The round it is served in. */
  readonly round: number;
  readonly item: ItemData;
}

/** What of an item is stored beside what pg-boss sorts by. */
export interface ItemData extends Pick<QueueItem, 'jobId' | 'ownerId' | 'rank'> {
  readonly operation: string;
}

/** When items that wait of one operation may be handed out. */
export interface WaitingItems {
  readonly operation: string;
  /** 0 when one may be now. */
  readonly waitMs: number;
}

/** Statements of the queue, most of them by pg-boss: its queues are the operations, `singleton_key` is the job. */
export interface ItemTable {
  /** Makes the queue of an operation, once. */
  prepare(operation: string): Promise<void>;
  /** Adds items that do not wait yet, and moves those that do to the earlier time. Within a transaction when given. */
  add(items: readonly QueueItem[], transaction?: Db): Promise<void>;
  /** Notifies all nodes that items of these operations are due. */
  announce(operations: readonly string[]): Promise<void>;
  /** Of the first `limit` items of these operations that may be handed out, how many each operation has. */
  nextUp(operations: readonly string[], limit: number): Promise<ReadonlyMap<string, number>>;
  fetch(operation: string, limit: number): Promise<readonly FetchedItem[]>;
  /** False when the item was handed out again meanwhile. */
  settle(fetched: FetchedItem): Promise<boolean>;
  waiting(operations: readonly string[]): Promise<readonly WaitingItems[]>;
  remove(jobId: string): Promise<void>;
  size(): Promise<number>;
  /** Hears of items that may be handed out, by operation; null when any may be. Resolves to what stops it. */
  listen(onItems: (operation: string | null) => void): Promise<() => Promise<void>>;
}

/** Items outlive every outage that anybody looks after: the job store enqueues again what it has queued. */
const maxDeliveries = 1_000_000;

/** Only the lane waits for its delivery to end, and it works on the job meanwhile. */
const settleIntervalMs = 20;

// Long: the statements of one table.
export function createItemTable(
  boss: PgBoss,
  schema: string,
  deliverySeconds: number,
  listenElsewhere?: Db['listen'],
): ItemTable {
  const db = boss.getDb();
  const rounds = createRounds(db, schema);
  const channel = `${schema}_items`;
  const jobs = `"${schema}".job`;
  const prepared = new Map<string, Promise<void>>();

  function prepare(operation: string): Promise<void> {
    const known = prepared.get(operation);
    if (known !== undefined) return known;
    const making = rounds.prepare().then(() =>
      boss.createQueue(operation, {
        policy: 'short',
        retryLimit: maxDeliveries,
        expireInSeconds: deliverySeconds,
      }),
    );
    prepared.set(operation, making);
    making.catch(() => prepared.delete(operation));
    return making;
  }

  /** An item that waits, by the index that keeps one of each job (`job_i1` of pg-boss): any other condition reads the whole queue. */
  const keyIs = (key: string) => `coalesce(singleton_key, '') = ${key} AND state = 'created' AND policy = 'short'`;

  /** Of two delays of an item, the one that ends first counts. */
  async function bringForward(operation: string, items: readonly QueueItem[], transaction: Db): Promise<void> {
    await transaction.executeSql(
      `UPDATE ${jobs} AS waiting SET start_after = given.at
       FROM (
         SELECT job_id, now() + delay_ms * interval '1 millisecond' AS at
         FROM unnest($2::text[], $3::float8[]) AS items (job_id, delay_ms)
       ) given
       WHERE name = $1 AND ${keyIs('given.job_id')} AND start_after > given.at`,
      [operation, items.map(({ jobId }) => jobId), items.map(({ delayMs }) => delayMs)],
    );
  }

  return {
    prepare,

    async add(items, transaction = db) {
      if (items.length === 0) return;
      const round = await rounds.current(transaction);
      for (const [operation, group] of groupByOperation(items)) {
        await prepare(operation);
        const inserts = group.map((item) => toInsert(item, round));
        const added = await boss.insert(operation, inserts, { db: transaction, returnId: true });
        if ((added?.length ?? 0) < group.length) await bringForward(operation, group, transaction);
      }
    },

    async announce(operations) {
      await db.executeSql('SELECT pg_notify($1, operation) FROM unnest($2::text[]) AS due (operation)', [
        channel,
        operations,
      ]);
    },

    async nextUp(operations, limit) {
      const { rows } = await db.executeSql(
        // A few of each operation, down an index of pg-boss (`job_i11`): of several at once all that waits would be sorted.
        `SELECT name, count(*)::int AS items FROM (
           SELECT first.name FROM unnest($1::text[]) AS wanted (name) CROSS JOIN LATERAL (
             SELECT name, priority, created_on FROM ${jobs} AS job
             WHERE job.name = wanted.name AND state < 'active' AND NOT blocked AND start_after <= now()
             ORDER BY priority DESC, created_on LIMIT $2
           ) AS first ORDER BY priority DESC, created_on LIMIT $2
         ) AS chosen GROUP BY name`,
        [operations, limit],
      );
      return new Map(rows.map(({ name, items }: { name: string; items: number }) => [name, items]));
    },

    async fetch(operation, limit) {
      const found = await boss.fetch<ItemData>(operation, { batchSize: limit, includeMetadata: true });
      const fetched = found.map(({ id, retryCount, priority, data }) => ({
        id,
        retryCount,
        round: -priority,
        item: data,
      }));
      await rounds.reached(Math.max(...fetched.map(({ round }) => round)));
      return fetched;
    },

    settle: batchCalls(
      async (settled: readonly FetchedItem[]) => {
        const { rows } = await db.executeSql(
          `DELETE FROM ${jobs} USING unnest($1::text[], $2::uuid[], $3::int[]) AS settled (name, id, attempt)
         WHERE job.name = settled.name AND job.id = settled.id AND state = 'active' AND retry_count = settled.attempt
         RETURNING job.id`,
          [
            settled.map(({ item }) => item.operation),
            settled.map(({ id }) => id),
            settled.map(({ retryCount }) => retryCount),
          ],
        );
        const deleted = new Set(rows.map(({ id }: { id: string }) => id));
        return settled.map(({ id }) => deleted.has(id));
      },
      { intervalMs: settleIntervalMs },
    ),

    async waiting(operations) {
      const { rows } = await db.executeSql(
        // Only where none is due are the others read.
        `SELECT name, greatest(0, ceil(extract(epoch FROM at - now()) * 1000))::float8 AS wait_ms FROM (
           SELECT name, CASE
             WHEN EXISTS (SELECT FROM ${jobs} AS job
               WHERE job.name = wanted.name AND state < 'active' AND NOT blocked AND start_after <= now()) THEN now()
             ELSE (SELECT min(start_after) FROM ${jobs} AS job WHERE job.name = wanted.name AND state < 'active')
           END AS at FROM unnest($1::text[]) AS wanted (name)
         ) AS found WHERE at IS NOT NULL`,
        [operations],
      );
      return rows.map(({ name, wait_ms }: { name: string; wait_ms: number }) => ({ operation: name, waitMs: wait_ms }));
    },

    async remove(jobId) {
      // One that was handed out before and not settled is left: nobody can claim its job, and then it is settled.
      await db.executeSql(
        `DELETE FROM ${jobs} WHERE name = ANY (ARRAY(SELECT name FROM "${schema}".queue)) AND ${keyIs('$1')}`,
        [jobId],
      );
    },

    async size() {
      const { rows } = await db.executeSql(`SELECT count(*)::int AS items FROM ${jobs} WHERE state < 'active'`);
      return Number(rows[0]?.items ?? 0);
    },

    async listen(onItems) {
      // A pooler that has no sessions, or an adapter of pg-boss without them: then the queue looks from time to time.
      const handle = await (listenElsewhere ?? db.listen?.bind(db))?.(channel, onItems, () => onItems(null));
      return async () => handle?.close();
    },
  };
}

function toInsert({ jobId, operation, ownerId, rank, delayMs }: QueueItem, round: number): JobInsert<ItemData> {
  return {
    data: { jobId, operation, ownerId, rank },
    singletonKey: jobId,
    // In each round every owner has a turn: one that comes now in the next, its other jobs in those after it.
    priority: -(round + 1 + rank),
    startAfter: delayMs / 1_000,
  };
}

function groupByOperation(items: readonly QueueItem[]): ReadonlyMap<string, QueueItem[]> {
  const groups = new Map<string, QueueItem[]>();
  for (const item of items) {
    const group = groups.get(item.operation) ?? [];
    group.push(item);
    groups.set(item.operation, group);
  }
  return groups;
}
