import type { RateRule, RateState } from './access.ts';

/** Requests that were allowed at about the same time, counted together to save memory. */
export interface RateSpan {
  /** When the last of them was allowed. All of them count until this one leaves the window. */
  readonly at: number;
  readonly count: number;
}

/** The most spans of a window. Up to as many requests each has its own, and leaves the window to the millisecond. */
const spansOfWindow = 120;

/**
 * Length of a span in milliseconds; 0 if each request has a separate span. A request leaves the window late by at most this
 * length. So the window never has more than `limit` requests, and memory and time do not grow with the limit.
 */
export function spanMs({ limit, windowMs }: RateRule): number {
  return limit <= spansOfWindow ? 0 : Math.ceil(windowMs / spansOfWindow);
}

/** The state of a sliding window at `now`, from the spans that are still in it, oldest first. */
export function rateState(spans: readonly RateSpan[], { limit, windowMs }: RateRule, now: number): RateState {
  const used = spans.reduce((sum, { count }) => sum + count, 0);
  const remaining = Math.max(0, limit - used);
  const newest = spans.at(-1);
  return {
    allowed: remaining > 0,
    remaining,
    resetMs: newest === undefined ? 0 : newest.at + windowMs - now,
    retryAfterMs: remaining > 0 ? 0 : (blocking(spans, used - limit)?.at ?? now) + windowMs - now,
  };
}

/** The span that has to leave the window before another request fits: so many and one more leave with it. */
function blocking(spans: readonly RateSpan[], tooMany: number): RateSpan | undefined {
  let left = 0;
  return spans.find(({ count }) => {
    left += count;
    return left > tooMany;
  });
}
