/** The calendar month in UTC that a quota unit belongs to. */
export interface QuotaMonth {
  /** As `2026-11`. */
  readonly period: string;
  /** When the next one begins. */
  readonly resetsAt: number;
}

/** The calendar month (UTC) that a time falls into. */
export function quotaMonth(now: number): QuotaMonth {
  const date = new Date(now);
  return {
    period: date.toISOString().slice(0, 'yyyy-mm'.length),
    resetsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1),
  };
}
