import type { QueueItem } from '@platen/core';
import type { Sql } from './transactions.ts';

/** Runs statements within a transaction, as pg-boss expects. */
export interface QueueTransaction {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A queue in the same database, such as the result of `createPgBossQueue`. */
export interface TransactionalQueue {
  enqueueWithin(items: readonly QueueItem[], transaction: QueueTransaction): Promise<void>;
  /** Notifies nodes of items after the commit. A notification may be lost, because nodes also poll. */
  announce(items: readonly QueueItem[]): void;
}

/** Puts items into the queue with whatever else the transaction does; nothing when the queue is elsewhere. */
export async function enqueueWithin(
  sql: Sql,
  queue: TransactionalQueue | undefined,
  items: readonly QueueItem[],
): Promise<void> {
  if (queue === undefined || items.length === 0) return;
  await queue.enqueueWithin(items, {
    executeSql: async (text, values = []) => ({ rows: await sql.raw(text, values) }),
  });
  sql.afterCommit(() => queue.announce(items));
}
