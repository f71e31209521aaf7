/** The day of a time in milliseconds since 1970, in UTC: `2026-11-30`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
