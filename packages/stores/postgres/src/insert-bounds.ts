import { type InsertBounds, quotaMonth, type Refusal } from '@platen/core';
import { ownerKey } from '@platen/core/sql';
import { countUnfinished } from './job-counts.ts';
import { quotaUsed } from './quota-counts.ts';
import type { Sql } from './transactions.ts';

export function ownerLock(ownerId: string | null): string {
  return `owner ${ownerKey(ownerId)}`;
}

/** More transactions than a server has connections: so many insertions at most are under way at a time. */
const mostAtOnce = 1_000;

/**
 * Keeps others from counting what is being counted, until the transaction ends. What has no bound is not waited for, and
 * neither is the whole queue while it has room for all insertions that can be under way: they would take turns for nothing.
 */
export async function lockBounds(sql: Sql, ownerId: string | null, bounds: InsertBounds): Promise<void> {
  const { maxQueued } = bounds;
  if (maxQueued !== null && (await countUnfinished(sql, 'queued')) + mostAtOnce >= maxQueued) await sql.lock('queue');
  const hasOwnBound = bounds.maxQueuedPerOwner !== null || bounds.quotaPerMonth !== null;
  if (ownerId !== null && hasOwnBound) await sql.lock(ownerLock(ownerId));
}

/** The bound that another job would pass, under the locks of `lockBounds`. */
export async function refusalOf(
  sql: Sql,
  ownerId: string | null,
  { quotaPerMonth, maxQueued, maxQueuedPerOwner }: InsertBounds,
  now: number,
): Promise<Refusal | null> {
  if (maxQueued !== null) {
    const queued = await countUnfinished(sql, 'queued');
    if (queued >= maxQueued) return { kind: 'queue_full', of: 'all', queued, limit: maxQueued };
  }
  if (ownerId === null) return null;
  if (maxQueuedPerOwner !== null) {
    const queued = await countUnfinished(sql, 'queued', ownerId);
    if (queued >= maxQueuedPerOwner) return { kind: 'queue_full', of: 'owner', queued, limit: maxQueuedPerOwner };
  }
  if (quotaPerMonth === null) return null;
  const { period, resetsAt } = quotaMonth(now);
  const used = await quotaUsed(sql, ownerId, period);
  return used >= quotaPerMonth ? { kind: 'quota_exceeded', used, limit: quotaPerMonth, resetsAt } : null;
}
