import { type BlobStore, ConversionError, isFinal, type JobRecord, queueItem, type RetrySettings } from '@platen/core';
import { checkRetrySettings } from './check-calls.ts';
import { type EndParts, endFiles } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findJob } from './find-job.ts';
import { insertBounds, refused } from './insert-bounds.ts';
import type { JobEvents } from './job-events.ts';
import { jobKeys } from './job-keys.ts';
import type { JobRunner } from './job-runner.ts';
import { enqueue, type WakeParts, wakeOwner } from './queue-items.ts';

/** What users ask for: cancelling, retrying or removing a job. */
export interface JobChanges {
  cancel(jobId: string): Promise<JobRecord | null>;
  retry(jobId: string, settings?: RetrySettings): Promise<JobRecord | null>;
  canRetry(jobId: string): Promise<boolean>;
  remove(jobId: string): Promise<boolean>;
}

/** Where jobs, their files and their runs are. */
export interface ChangeParts
  extends EndParts,
    WakeParts,
    Pick<ResolvedOptions, 'maxQueued' | 'retentionMs' | 'messagesFor'> {
  readonly runner: JobRunner;
  readonly events: JobEvents;
}

export function createJobChanges(parts: ChangeParts, checkWorkers: (operation: string) => Promise<void>): JobChanges {
  const { jobs, queue, blobs, retentionMs, runner, events, logger } = parts;

  async function cancel(jobId: string): Promise<JobRecord | null> {
    const known = await findJob(jobs, jobId);
    if (known === null || isFinal(known.state)) return known;
    const outcome = { state: 'cancelled', warnings: known.warnings } as const;
    const messages = parts.messagesFor(known, outcome);
    const durationMs = runner.durationMs(jobId);
    const cancelled = await jobs.close(jobId, { outcome, durationMs, retentionMs, messages });
    // It ended in the meantime.
    if (cancelled === null) return jobs.get(jobId);
    runner.abort(cancelled);
    events.emit('job-cancelled', cancelled);
    await queue.remove(jobId).catch((error: unknown) => {
      logger.warn({ err: error, jobId }, 'a cancelled job is still in the queue; the store will refuse it');
    });
    await endFiles(parts, cancelled);
    await wakeOwner(parts, cancelled);
    return cancelled;
  }

  return {
    cancel,

    async retry(jobId, settings = {}) {
      checkRetrySettings(settings);
      const known = await findJob(jobs, jobId);
      if (known === null) return null;
      const problem = await retryProblem(blobs, known);
      if (problem !== null) throw notRetryable(problem);
      await checkWorkers(known.operation);
      const { quotaPerMonth = null, secrets = null } = settings;
      const result = await jobs.retry(jobId, insertBounds(parts, { limits: known.limits, quotaPerMonth }), secrets);
      if (result.kind === 'unknown') return null;
      if (result.kind === 'not_retryable') throw notRetryable(stateProblem(result.job));
      if (result.kind !== 'queued') throw refused(result);
      if (!jobs.enqueues) await enqueue(parts, [queueItem(result.job, result.ownerQueued)]);
      events.emit('job-queued', result.job);
      return result.job;
    },

    async canRetry(jobId) {
      const known = await findJob(jobs, jobId);
      return known !== null && (await retryProblem(blobs, known)) === null;
    },

    async remove(jobId) {
      const known = await cancel(jobId);
      if (known === null) return false;
      // Files first: a record without files can be removed later, whereas files without a record would be orphaned.
      await blobs.remove(jobKeys.job(jobId));
      if (!(await jobs.remove(jobId))) return false;
      events.emit('job-purged', known);
      return true;
    },
  };
}

/** Why a job cannot be run again; null when it can. */
async function retryProblem(blobs: BlobStore, job: JobRecord): Promise<string | null> {
  if (!isRetryable(job)) return stateProblem(job);
  for (const { key } of job.inputs) {
    if ((await blobs.stat(key)) === null) return 'The files of the job were removed when it ended';
  }
  return null;
}

function isRetryable({ state }: JobRecord): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** Why the store does not queue a job again: its state, or its age. */
function stateProblem(job: JobRecord): string {
  return isRetryable(job) ? 'The job is about to be removed: its retention has passed' : `The job is ${job.state}`;
}

function notRetryable(message: string): ConversionError {
  return new ConversionError('NOT_RETRYABLE', message);
}
