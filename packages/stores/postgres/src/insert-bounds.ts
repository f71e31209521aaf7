import { findRefusal, type InsertBounds, quotaMonth, type Refusal } from '@platen/core';
import { ownerKey } from '@platen/core/sql';
import { countQueued, type QueuedCounts } from './job-counts.ts';
import { quotasUsed } from './quota-counts.ts';
import type { Sql } from './transactions.ts';

export function ownerLock(ownerId: string | null): string {
  return `owner ${ownerKey(ownerId)}`;
}

/** Insertions of one transaction at most. */
export const maxBatchSize = 50;

/** Insertions under way at a time: a server has a hundred connections by default. */
const maxConcurrentInserts = 100 * maxBatchSize;

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
  owners: readonly BoundedOwner[],
  read: () => Promise<Found>,
): Promise<readonly [Standings, Found]> {
  const ids = [...new Set(owners.map(({ ownerId }) => ownerId))];
  const isNearlyFull = (queued: number) =>
    owners.some(({ bounds: { maxQueued } }) => maxQueued !== null && queued + maxConcurrentInserts >= maxQueued);
  const look = () => Promise.all([countQueued(sql, ids), read()]);
  let [counts, found] = await look();
  const locks = [...new Set(owners.filter(hasOwnBound).map(({ ownerId }) => ownerLock(ownerId)))].toSorted();
  if (isNearlyFull(counts.all)) locks.unshift('queue');
  if (locks.length > 0) {
    [, [counts, found]] = await Promise.all([sql.lock(...locks), look()]);
  }
  const { period, resetsAt } = quotaMonth(counts.now);
  const metered = owners.filter(({ bounds }) => bounds.quotaPerMonth !== null).flatMap(({ ownerId }) => ownerId ?? []);
  const used = await quotasUsed(sql, metered, period);
  return [createStandings(counts, used, resetsAt), found];
}

function hasOwnBound({ ownerId, bounds }: BoundedOwner): boolean {
  return ownerId !== null && (bounds.maxQueuedPerOwner !== null || bounds.quotaPerMonth !== null);
}

function createStandings(
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
    },
  };
}
