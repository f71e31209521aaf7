import { type ClaimRequest, type ClaimResult, claimedJob, claimWaitMs, type JobRecord } from '@platen/core';
import { ownerLock } from './insert-bounds.ts';
import { countByOwner } from './job-counts.ts';
import * as rows from './job-rows.ts';
import type { Sql } from './transactions.ts';

/** Which job, and who wants it. */
export interface Claim extends ClaimRequest {
  readonly id: string;
}

/** Hands out the jobs that may run now, in the order of the claims. */
export async function claimJobs(sql: Sql, claims: readonly Claim[]): Promise<readonly ClaimResult[]> {
  const ids = claims.map(({ id }) => id);
  // Owner and limits never change, so they may be read before the lock that they decide on. The state may: a job that is not
  // queued yet can be by the time its row is locked.
  const seen = await rows.findJobs(sql, ids);
  const bounded = new Set<string>();
  for (const claim of claims) {
    const job = seen.get(claim.id);
    if (job !== undefined && job.ownerId !== null && boundOf(job, claim) !== null) bounded.add(job.ownerId);
  }
  const owners = [...bounded];
  const [, { jobs, now }, counts] = await Promise.all([
    owners.length > 0 ? sql.lock(...owners.map(ownerLock).toSorted()) : null,
    rows.lockJobs(sql, ids),
    countByOwner(sql, 'processing', owners),
  ]);
  const running = new Map(counts);

  const claimed = new Map<string, JobRecord>();
  const results = claims.map((claim): ClaimResult => {
    const stored = jobs.get(claim.id);
    if (stored?.job.state !== 'queued' || claimed.has(claim.id)) return { kind: 'not_queued' };
    const { job, secrets } = stored;
    const waitMs = claimWaitMs(job, now);
    if (waitMs > 0) return { kind: 'not_yet', waitMs };
    const bound = boundOf(job, claim);
    const count = running.get(job.ownerId) ?? 0;
    if (bound !== null && count >= bound) return { kind: 'owner_busy' };
    running.set(job.ownerId, count + 1);
    const record = claimedJob(job, claim.nodeId, claim.leaseMs, now);
    claimed.set(record.id, record);
    return { kind: 'claimed', job: { ...record, secrets } };
  });
  rows.updateJobs(sql, [...claimed.values()]);
  return results;
}

/** How many jobs of its owner may run; null for any number. */
function boundOf({ ownerId, limits }: JobRecord, claim: Claim): number | null {
  const { maxRunningPerOwner = claim.maxRunningPerOwner } = limits;
  return ownerId === null ? null : maxRunningPerOwner;
}
