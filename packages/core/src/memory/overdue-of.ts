import type { Overdue } from '../job-store.ts';

/** What is overdue now, of the times at which it was due. */
export function overdueOf(times: readonly number[], now: number): Overdue {
  return { count: times.length, lateMs: times.reduce((latest, at) => Math.max(latest, now - at), 0) };
}
