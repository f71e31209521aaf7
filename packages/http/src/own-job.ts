import { ConversionError, type JobRecord, type Principal } from '@platen/core';
import type { Surface } from './surface-options.ts';

/** A job of the caller's owner. An unknown job, another owner's and a purged one give the same error: `JOB_NOT_FOUND`. */
export async function findOwnJob({ engine }: Surface, { ownerId }: Principal, jobId: string): Promise<JobRecord> {
  const job = await engine.get(jobId);
  if (job === null || job.ownerId !== ownerId) throw jobNotFound();
  return job;
}

export function jobNotFound(): ConversionError {
  return new ConversionError('JOB_NOT_FOUND', 'There is no such job');
}
