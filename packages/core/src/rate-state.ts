import type { RateRule, RateState } from './access.ts';

/** The state of a sliding window at `now`, by when the requests still in it were allowed, oldest first. */
export function rateState(allowedAt: readonly number[], { limit, windowMs }: RateRule, now: number): RateState {
  const remaining = Math.max(0, limit - allowedAt.length);
  /** The request that has to leave the window before another fits. */
  const blocking = allowedAt[allowedAt.length - limit] ?? now;
  const newest = allowedAt.at(-1);
  return {
    allowed: remaining > 0,
    remaining,
    resetMs: newest === undefined ? 0 : newest + windowMs - now,
    retryAfterMs: remaining > 0 ? 0 : blocking + windowMs - now,
  };
}
