import { findRefusal, type InsertBounds, quotaMonth, type Refusal } from '@platen/core';
import { ownerKey } from '@platen/core/sql';
import type { QueueCounter, QueuedCounts } from './job-counts.ts';
import { quotasUsed } from './quota-counts.ts';
import type { Sql } from './transactions.ts';

export function ownerLock(ownerId: string | null): string {
  return `owner ${ownerKey(ownerId)}`;
}

/** Insertions of one transaction at most. */
export const maxBatchSize = 50;

/**
 * Jobs that may have been added since they were counted: those of the insertions under way, since a server has a hundred connections
 * by default, and as many within the second that the count of a long queue is good for.
 */
const margin = 2 * 100 * maxBatchSize;

/** Whose job it is, and within which bounds. */
export interface BoundedOwner {
  readonly ownerId: string | null;
  readonly bounds: InsertBounds;
}

/** How far owners are from their bounds, with what this transaction has added. */
export interface Standings {
  /** By the clock of the server. */
  readonly now: number;
  queuedOf(ownerId: string | null): number;
  /** The bound that another job would exceed. */
  refusal(owner: BoundedOwner): Refusal | null;
  /** Counts a job that is inserted. */
  add(ownerId: string | null): void;
}

/**
 * Counts under locks that keep others from counting the same until the transaction ends, and calls `read` under them too.
 * Owners without bounds are not locked, and neither is the whole queue while it has room for all insertions that can be
 * under way: they would take turns for nothing.
 */
export async function lockStandings<Found>(
  sql: Sql,
  queue: QueueCounter,
  owners: readonly BoundedOwner[],
  read: () => Promise<Found>,
): Promise<readonly [Standings, Found]> {
  const ids = [...new Set(owners.map(({ ownerId }) => ownerId))];
  const look = (isExact = false) => Promise.all([queue.count(sql, ids, isExact), read()]);
  let [counts, found] = await look();
  const isNear = (queued: number, bound: number | null) => bound !== null && queued + margin >= bound;
  const isNearlyFull = owners.some(({ bounds }) => isNear(counts.all, bounds.maxQueued));
  const isOwnerNearlyFull = owners.some(({ ownerId, bounds }) =>
    isNear(counts.byOwner.get(ownerId) ?? 0, bounds.maxQueuedPerOwner),
  );
  const locks = [...new Set(owners.filter(hasOwnBound).map(({ ownerId }) => ownerLock(ownerId)))].toSorted();
  if (isNearlyFull) locks.unshift('queue');
  if (locks.length > 0) {
    [, [counts, found]] = await Promise.all([sql.lock(...locks), look(isNearlyFull || isOwnerNearlyFull)]);
  }
  const { period, resetsAt } = quotaMonth(counts.now);
  const metered = owners.filter(({ bounds }) => bounds.quotaPerMonth !== null).flatMap(({ ownerId }) => ownerId ?? []);
  const used = await quotasUsed(sql, metered, period);
  return [createStandings(queue, counts, used, resetsAt), found];
}

function hasOwnBound({ ownerId, bounds }: BoundedOwner): boolean {
  return ownerId !== null && (bounds.maxQueuedPerOwner !== null || bounds.quotaPerMonth !== null);
}

function createStandings(
  queue: QueueCounter,
  { all, byOwner, now }: QueuedCounts,
  used: ReadonlyMap<string, number>,
  resetsAt: number,
): Standings {
  /** Jobs that this transaction has added, by owner. */
  const added = new Map<string | null, number>();
  let allAdded = 0;
  const addedOf = (ownerId: string | null) => added.get(ownerId) ?? 0;
  const queuedOf = (ownerId: string | null) => (byOwner.get(ownerId) ?? 0) + addedOf(ownerId);

  return {
    now,
    queuedOf,
    refusal({ ownerId, bounds }) {
      return findRefusal(ownerId, bounds, {
        queued: all + allAdded,
        ownerQueued: queuedOf(ownerId),
        quotaUsed: (ownerId === null ? 0 : (used.get(ownerId) ?? 0)) + addedOf(ownerId),
        quotaResetsAt: resetsAt,
      });
    },
    add(ownerId) {
      added.set(ownerId, addedOf(ownerId) + 1);
      allAdded += 1;
      queue.add(ownerId);
    },
  };
}
