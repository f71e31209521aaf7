import { ConversionError, type InsertBounds, type Refusal, type SubmitRequest } from '@platen/core';
import { counted } from '@platen/core/internal';
import type { ResolvedOptions } from './engine-options.ts';

/** The bounds that inserting a job must respect. */
export function insertBounds(
  { limits, maxQueued }: Pick<ResolvedOptions, 'limits' | 'maxQueued'>,
  request: Pick<SubmitRequest, 'limits' | 'quotaPerMonth'>,
): InsertBounds {
  const { maxQueuedPerOwner } = { ...limits, ...request.limits };
  return { quotaPerMonth: request.quotaPerMonth ?? null, maxQueued, maxQueuedPerOwner };
}

/** The error for a refused submission. */
export function refused(refusal: Refusal): ConversionError {
  if (refusal.kind === 'quota_exceeded') {
    const { limit, used, resetsAt } = refusal;
    return new ConversionError('QUOTA_EXCEEDED', `The quota of ${counted(limit, 'job')} a month is used up`, {
      details: { limit, used, resetsAt: new Date(resetsAt).toISOString() },
    });
  }
  const { of, queued, limit } = refusal;
  const what = of === 'all' ? 'jobs are waiting' : 'of your jobs are waiting';
  return new ConversionError('SERVICE_UNAVAILABLE', `${queued} ${what}; the limit is ${limit}. Try again later`, {
    details: { reason: 'queue_full', queued, limit },
  });
}
