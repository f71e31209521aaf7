import type { JobRecord, JobStore } from '@platen/core';
import { isJobId } from '@platen/core/internal';

/**
 * A job by its id; null when it is unknown. A string that cannot be an id is unknown too, whatever a database would
 * make of it. Throws a TypeError for anything but a string.
 */
export async function findJob(jobs: JobStore, jobId: string): Promise<JobRecord | null> {
  if (typeof jobId !== 'string') throw new TypeError(`jobId must be a string, not ${String(jobId)}`);
  return isJobId(jobId) ? jobs.get(jobId) : null;
}
