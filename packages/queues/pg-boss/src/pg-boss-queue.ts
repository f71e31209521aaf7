import type { Delivery, JobQueue, QueueItem } from '@platen/core';
import { batchCalls, checkOptionNames, type OptionNames, timerOption } from '@platen/core/internal';
import type { Db, PgBoss } from 'pg-boss';
import { createItemTable, type FetchedItem } from './item-table.ts';
import { answered, queueClosed } from './queue-unavailable.ts';
import { createTakers } from './takers.ts';

/** The instance of pg-boss, and how the queue uses it. The caller starts and stops the instance. */
export interface PgBossQueueOptions {
  /** A started instance with a separate schema. Each operation is a queue in it. */
  readonly boss: PgBoss;
  /** The `schema` of that instance. Default `pgboss`. */
  readonly schema?: string;
  /** After how many seconds pg-boss hands out an item again that was not settled. Default 15. */
  readonly deliverySeconds?: number;
  /** How often a node looks for items of which it was not notified, in milliseconds. Default 5 000. */
  readonly pollIntervalMs?: number;
  /** How long a call may take before it rejects with `SERVICE_UNAVAILABLE`, in milliseconds. Default 1 500. */
  readonly timeoutMs?: number;
  /**
   * Listens to a channel on a separate connection, and reports when that connection was replaced. By default, the queue
   * listens on a connection of `boss`, which does not work behind a pooler in transaction mode.
   */
  readonly listen?: NonNullable<Db['listen']>;
}

const optionNames: OptionNames<PgBossQueueOptions> = {
  boss: true,
  schema: true,
  deliverySeconds: true,
  pollIntervalMs: true,
  timeoutMs: true,
  listen: true,
};

/** A queue that can add items within the transactions of a store in the same database. */
export interface PgBossQueue extends JobQueue {
  /** Like `enqueue`, within a transaction: the items exist once it is committed. Then call `announce`. */
  enqueueWithin(items: readonly QueueItem[], transaction: Db): Promise<void>;
  /**
   * Notifies all nodes of items that were enqueued within a transaction. The transaction itself does not notify, because
   * PostgreSQL commits transactions that notify one by one.
   */
  announce(items: readonly QueueItem[]): void;
  /** Creates the queues of operations before the first transaction that needs them. */
  prepare(operations: readonly string[]): Promise<void>;
}

/** How often a node polls while notifications may be lost. */
const fastPollMs = 100;
/** How long it polls so after an error: pg-boss listens again within half a minute once the server is back, and says so. */
const fastPollSpanMs = 60_000;
/** A burst of items is announced no more often: nodes that are notified of the first take those right after it, too. */
const announceIntervalMs = 20;

/**
 * Creates a `JobQueue` on pg-boss. PostgreSQL says which job to run next, and NOTIFY announces new jobs. Resolves once the
 * queue listens. Rejects with `SERVICE_UNAVAILABLE` if the database is down.
 */
// Long: the methods of one queue.
export async function createPgBossQueue(options: PgBossQueueOptions): Promise<PgBossQueue> {
  checkOptionNames('createPgBossQueue', options, optionNames);
  const { boss, schema = 'pgboss', deliverySeconds = 15 } = options;
  const pollIntervalMs = timerOption('pollIntervalMs', options.pollIntervalMs ?? 5_000);
  const timeoutMs = timerOption('timeoutMs', options.timeoutMs ?? 1_500);
  /** By the monotonic clock. A connection was lost, perhaps the one that listens. */
  let fastPollUntil = 0;
  // The calls that fail report it, too; without a listener it would end the process.
  boss.on('error', () => {
    if (performance.now() >= fastPollUntil) setTimeout(pollFast, fastPollMs).unref();
    fastPollUntil = performance.now() + fastPollSpanMs;
  });
  const table = createItemTable(boss, schema, deliverySeconds, options.listen);
  const inTime = <Answer>(call: Promise<Answer>) => answered(call, timeoutMs);
  let isClosed = false;

  const takers = createTakers<FetchedItem>({
    async nextUp(operations, limit) {
      for (const operation of operations) await inTime(table.prepare(operation));
      return inTime(table.nextUp(operations, limit));
    },
    fetch: (operation, limit) => inTime(table.fetch(operation, limit)),
    giveBack: (fetched) => giveBack(fetched, 0),
  });
  const stopListening = await inTime(
    table.listen((operation) => {
      if (operation === null) fastPollUntil = 0;
      takers.wake(operation === null ? undefined : [operation]);
    }),
  );

  const notifyNodes = batchCalls(
    async (calls: readonly (readonly string[])[]) => {
      await inTime(table.announce([...new Set(calls.flat())]));
      return calls.map(() => undefined);
    },
    { intervalMs: announceIntervalMs },
  );

  function announce(items: readonly QueueItem[]): void {
    const operations = [...new Set(items.filter(({ delayMs }) => delayMs === 0).map(({ operation }) => operation))];
    if (operations.length === 0) return;
    // This node needs no notification, and the others poll when they get none.
    takers.wake(operations);
    notifyNodes(operations).catch(() => {});
  }

  async function add(items: readonly QueueItem[]): Promise<void> {
    await inTime(table.add(items));
    announce(items);
  }

  async function giveBack(fetched: FetchedItem, delayMs: number): Promise<void> {
    // Deleted first: should the node die in between, the job store enqueues the job again.
    if (await inTime(table.settle(fetched))) await add([{ ...fetched.item, delayMs }]);
  }

  /** Wakes those who wait for items whose delay is over or whose notification was lost. */
  async function pollOnce(): Promise<void> {
    const wanted = takers.wanted();
    if (wanted.length === 0) return;
    const waiting = await inTime(table.waiting(wanted));
    for (const { operation, waitMs } of waiting) {
      if (waitMs < pollIntervalMs) setTimeout(() => takers.wake([operation]), waitMs).unref();
    }
  }

  /** One after the other: a server that is down does not get many requests at a time. */
  function pollFast(): void {
    if (isClosed || performance.now() >= fastPollUntil) return;
    void pollOnce()
      .catch(() => {})
      .then(() => setTimeout(pollFast, fastPollMs).unref());
  }

  // Should one fail, the next makes up for it.
  const poll = setInterval(() => void pollOnce().catch(() => {}), pollIntervalMs).unref();

  function assertOpen(): void {
    if (isClosed) throw queueClosed();
  }

  const toDelivery = (fetched: FetchedItem): Delivery => ({
    jobId: fetched.item.jobId,
    done: async () => void (await inTime(table.settle(fetched))),
    giveBack: (delayMs) => giveBack(fetched, delayMs),
  });

  return {
    async enqueue(items) {
      assertOpen();
      await add(items);
    },
    async enqueueWithin(items, transaction) {
      assertOpen();
      await table.add(items, transaction);
    },
    announce,
    async prepare(operations) {
      for (const operation of operations) await inTime(table.prepare(operation));
    },
    async take(signal, { operations }) {
      if (isClosed) return null;
      const fetched = await takers.wait(operations, signal);
      return fetched === null ? null : toDelivery(fetched);
    },
    remove: (jobId) => inTime(table.remove(jobId)),
    size: () => inTime(table.size()),
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(poll);
      takers.end();
      await stopListening();
    },
  };
}
