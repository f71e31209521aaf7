import type { JobSummary } from '@platen/core';
import type { ErrorBody } from '../error-reply.ts';

/** A job as those who manage it see it: it distinguishes `queued` from `processing`. Times are ISO 8601 in UTC. */
export interface ManagedJob {
  readonly jobId: string;
  readonly operation: string;
  readonly status: JobSummary['state'];
  readonly progress: number;
  readonly attempts: number;
  /** The key it was submitted with. */
  readonly keyId: string | null;
  /** Of the first input. */
  readonly fileName: string | null;
  readonly inputCount: number;
  readonly inputBytes: number;
  readonly outputCount: number;
  readonly outputBytes: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** When record and outputs are removed. */
  readonly expiresAt: string | null;
  readonly correlationId: string;
  readonly error: ErrorBody | null;
}

export function describeManagedJob(job: JobSummary): ManagedJob {
  const { id, operation, state, progress, attempts, keyId, correlationId, error } = job;
  const { fileName, inputCount, inputBytes, outputCount, outputBytes } = job;
  return {
    jobId: id,
    operation,
    status: state,
    progress,
    attempts,
    keyId,
    fileName,
    inputCount,
    inputBytes,
    outputCount,
    outputBytes,
    createdAt: timestamp(job.createdAt),
    updatedAt: timestamp(job.updatedAt),
    startedAt: job.startedAt === null ? null : timestamp(job.startedAt),
    finishedAt: job.finishedAt === null ? null : timestamp(job.finishedAt),
    expiresAt: job.purgeAt === null ? null : timestamp(job.purgeAt),
    correlationId,
    error: error === null ? null : { code: error.code, message: error.message, correlationId, details: error.details },
  };
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
