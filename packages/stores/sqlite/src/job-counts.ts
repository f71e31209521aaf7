import type { DatabaseSync } from 'node:sqlite';
import type { JobCounts, JobState } from '@platen/core';
import { ownerKey } from '@platen/core/sql';

/** How many jobs there are, as triggers keep it. */
export interface JobCountsReader {
  /** Of one owner, or of all when undefined. */
  of(state: JobState, ownerId?: string | null): number;
  all(ownerId?: string | null): JobCounts;
}

export function createJobCounts(database: DatabaseSync): JobCountsReader {
  const ofAll = database.prepare('SELECT sum(jobs) AS jobs FROM job_counts WHERE state = ?');
  const ofOwner = database.prepare('SELECT jobs FROM job_counts WHERE state = ? AND owner = ?');

  const of = (state: JobState, ownerId?: string | null) => {
    const row = ownerId === undefined ? ofAll.get(state) : ofOwner.get(state, ownerKey(ownerId));
    return Number(row?.jobs ?? 0);
  };
  return {
    of,
    all: (ownerId) => ({
      queued: of('queued', ownerId),
      processing: of('processing', ownerId),
      completed: of('completed', ownerId),
      failed: of('failed', ownerId),
      cancelled: of('cancelled', ownerId),
    }),
  };
}
