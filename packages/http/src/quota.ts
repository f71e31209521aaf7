import { ConversionError, type Principal } from '@platen/core';
import type { Surface } from './surface-options.ts';

/** The quota of a key as it stands, in the words of the account record. */
export interface QuotaState {
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly period: 'month';
  readonly resetsAt: string;
}

/** Takes the unit of a job before its upload is read. Rejects with `QUOTA_EXCEEDED`. */
export async function reserveQuota(surface: Surface, principal: Principal, jobId: string): Promise<void> {
  const { period, resetsAt } = monthOf(surface.clock.now());
  const limit = quotaLimit(surface, principal);
  const { reserved, used } = await surface.quotas.reserve({ owner: principal.id, period, limit, jobId });
  if (reserved) return;
  throw new ConversionError('QUOTA_EXCEEDED', `The quota of ${limit} jobs a month is used up`, {
    details: { limit, used, resetsAt },
  });
}

/** Gives the unit of a job back. A failure to do so is logged: it must not change the answer. */
export async function releaseQuota({ quotas, logger }: Surface, jobId: string): Promise<void> {
  try {
    await quotas.release(jobId);
  } catch (error) {
    logger.error({ err: error, jobId }, 'the quota unit of a job was not given back');
  }
}

export async function readQuota(surface: Surface, principal: Principal): Promise<QuotaState> {
  const { period, resetsAt } = monthOf(surface.clock.now());
  const limit = quotaLimit(surface, principal);
  const used = await surface.quotas.used(principal.id, period);
  return { limit, used, remaining: limit === null ? null : Math.max(0, limit - used), period: 'month', resetsAt };
}

/** Jobs that fail or are cancelled here give their unit back at once, those of other processes when they are polled. Returns what stops it. */
export function releaseQuotaOfFailedJobs(surface: Surface): () => void {
  const stops = (['job-failed', 'job-cancelled'] as const).map((event) =>
    surface.engine.on(event, (job) => {
      if (job.owner !== null) void releaseQuota(surface, job.id);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function quotaLimit(surface: Surface, { limits }: Principal): number | null {
  return limits.quotaPerMonth === undefined ? surface.quotaPerMonth : limits.quotaPerMonth;
}

/** The calendar month in UTC, and when the next one begins. */
function monthOf(now: number): { readonly period: string; readonly resetsAt: string } {
  const date = new Date(now);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return { period: date.toISOString().slice(0, 7), resetsAt: new Date(next).toISOString() };
}
