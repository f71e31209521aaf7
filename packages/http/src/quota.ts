import { ConversionError, type OwnerStanding, type Principal } from '@platen/core';
import { counted } from '@platen/core/internal';
import type { Surface } from './surface-options.ts';

/** The quota of an owner as it is now, in the words of the account record. */
export interface QuotaState {
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly period: 'month';
  readonly resetsAt: string;
}

/** Rejects with `QUOTA_EXCEEDED` before an upload is read that could not be accepted. */
export function checkQuota(surface: Surface, principal: Principal, standing: OwnerStanding): void {
  const { limit, used, resetsAt } = describeQuota(surface, principal, standing);
  if (limit === null || used < limit) return;
  throw new ConversionError('QUOTA_EXCEEDED', `The quota of ${counted(limit, 'job')} a month is used up`, {
    details: { limit, used, resetsAt },
  });
}

export function describeQuota(
  surface: Surface,
  principal: Principal,
  { quotaUsed: used, quotaResetsAt }: OwnerStanding,
): QuotaState {
  const limit = quotaLimit(surface, principal);
  const remaining = limit === null ? null : Math.max(0, limit - used);
  return { limit, used, remaining, period: 'month', resetsAt: new Date(quotaResetsAt).toISOString() };
}

/** Jobs a month that the key of a request allows; null for any number. */
export function quotaLimit(surface: Surface, { limits }: Principal): number | null {
  return limits.quotaPerMonth === undefined ? surface.quotaPerMonth : limits.quotaPerMonth;
}
