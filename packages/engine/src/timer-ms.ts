/** The longest that a timer of Node waits, some 24.8 days: one that is set for longer ends at once. */
const longestMs = 2 ** 31 - 1;

/** A time as timers take it; `Infinity` and weeks become the longest one. */
export function timerMs(ms: number): number {
  return Math.min(ms, longestMs);
}
