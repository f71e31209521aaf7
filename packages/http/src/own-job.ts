import type { JobRecord, Principal } from '@platen/core';
import { jobNotFound } from '@platen/core/internal';
import { checkJobScope, type JobScope } from './scope.ts';
import type { Surface } from './surface-options.ts';

/**
 * A job of the caller's owner. An unknown job, another owner's and a purged one give the same error: `JOB_NOT_FOUND`. One
 * of the owner that the key's scopes do not cover is `FORBIDDEN`.
 */
export async function findOwnJob(
  { engine }: Surface,
  principal: Principal,
  jobId: string,
  scope: JobScope = 'jobs:read',
): Promise<JobRecord> {
  const job = await engine.get(jobId);
  if (job === null || job.ownerId !== principal.ownerId) throw jobNotFound();
  checkJobScope(principal, scope, job.operation);
  return job;
}
