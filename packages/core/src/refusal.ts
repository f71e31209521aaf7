import type { InsertBounds, OwnerStanding, Refusal } from './job-store.ts';

/** The bound that another job of this owner would exceed; null if the job may be inserted. */
export function findRefusal(
  ownerId: string | null,
  { quotaPerMonth, maxQueued, maxQueuedPerOwner }: InsertBounds,
  { queued, ownerQueued, quotaUsed, quotaResetsAt }: Omit<OwnerStanding, 'ownerRunning'>,
): Refusal | null {
  if (maxQueued !== null && queued >= maxQueued) return { kind: 'queue_full', of: 'all', queued, limit: maxQueued };
  if (ownerId === null) return null;
  if (maxQueuedPerOwner !== null && ownerQueued >= maxQueuedPerOwner) {
    return { kind: 'queue_full', of: 'owner', queued: ownerQueued, limit: maxQueuedPerOwner };
  }
  if (quotaPerMonth === null || quotaUsed < quotaPerMonth) return null;
  return { kind: 'quota_exceeded', used: quotaUsed, limit: quotaPerMonth, resetsAt: quotaResetsAt };
}
