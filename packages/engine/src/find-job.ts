import { isJobId, type JobRecord, type JobStore } from '@platen/core';

/**
 * A job by its id; null when it is unknown, as is every text that cannot be an id, whatever a database makes of such a
 * text. Throws a TypeError for what is no text.
 */
export async function findJob(jobs: JobStore, jobId: string): Promise<JobRecord | null> {
  if (typeof jobId !== 'string') throw new TypeError(`jobId must be a string, not ${String(jobId)}`);
  return isJobId(jobId) ? jobs.get(jobId) : null;
}
