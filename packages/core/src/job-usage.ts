import { type JobRecord, totalBytes } from './job.ts';
import type { UsageRow } from './job-store.ts';

/** The usage of one job that has just ended, which a store adds to its row. */
export function usageOf(job: JobRecord): UsageRow {
  const finishedAt = job.finishedAt ?? job.updatedAt;
  return {
    day: new Date(finishedAt).toISOString().slice(0, 'yyyy-mm-dd'.length),
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
