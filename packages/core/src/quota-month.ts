/** A calendar month (UTC), in which quota units are counted. */
export interface QuotaMonth {
  /** The month, such as `2026-11`. */
  readonly period: string;
  /** When the next month begins, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** Returns the calendar month (UTC) of a time. */
export function quotaMonth(now: number): QuotaMonth {
  const date = new Date(now);
  return {
    period: date.toISOString().slice(0, 'yyyy-mm'.length),
    resetsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1),
  };
}
