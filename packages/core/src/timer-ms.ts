/** The longest that a timer of Node waits, some 24.8 days: one that is set for longer ends at once. */
const longestMs = 2 ** 31 - 1;

/** A time as timers take it; `Infinity` and weeks become the longest one. */
export function timerMs(ms: number): number {
  return Math.min(ms, longestMs);
}

/**
 * The value of the option `name`, in milliseconds, that sets a timer, as timers take it. Throws a TypeError for one that is
 * not a number above 0.
 */
export function timerOption(name: string, ms: number): number {
  if (typeof ms === 'number' && ms > 0) return timerMs(ms);
  throw new TypeError(`${name} must be a number above 0, not ${String(ms)}`);
}
