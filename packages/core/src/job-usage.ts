import { dayOf } from './day-of.ts';
import { type JobRecord, totalBytes } from './job.ts';
import type { UsageRow } from './job-store.ts';

/** The usage of one job that has just ended, which a store adds to its row. */
export function usageOf(job: JobRecord): UsageRow {
  const finishedAt = job.finishedAt ?? job.updatedAt;
  return {
    day: dayOf(finishedAt),
    ownerId: job.ownerId,
    operation: job.operation,
    completed: Number(job.state === 'completed'),
    failed: Number(job.state === 'failed'),
    cancelled: Number(job.state === 'cancelled'),
    processingMs: job.durationMs,
    inputBytes: totalBytes(job.inputs),
    outputBytes: totalBytes(job.outputs),
  };
}
