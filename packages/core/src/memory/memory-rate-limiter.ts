import type { RateLimiter, RateRule } from '../access.ts';
import { rateState } from '../rate-state.ts';
import { type Clock, systemClock } from '../runtime.ts';

/** The clock that windows go by: the system's when not given. */
export interface MemoryRateLimiterOptions {
  readonly clock?: Clock;
  /** How many keys are remembered; past that the least recently used is forgotten. 100 000 when not given. */
  readonly maxKeys?: number;
}

interface Track {
  /** When each request still in the window was allowed, oldest first: never more than the limit. */
  readonly allowedAt: number[];
  readonly expiresAt: number;
}

/**
 * A sliding-window log: it remembers when each request of the last `windowMs` was allowed, so no span of that length
 * holds more than `limit`. (A token bucket of the same size lets nearly twice as many through.)
 */
export function createMemoryRateLimiter({
  clock = systemClock,
  maxKeys = 100_000,
}: MemoryRateLimiterOptions = {}): RateLimiter {
  /** In order of last use. */
  const tracks = new Map<string, Track>();

  function current(key: string, { windowMs }: RateRule, now: number): number[] {
    const allowedAt = tracks.get(key)?.allowedAt ?? [];
    // What lies ahead was counted before the clock was set back: kept, it would lock the key out for as long.
    return allowedAt.filter((at) => at > now - windowMs && at <= now);
  }

  /** Two keys go for one that may come, so memory follows the traffic without a timer. */
  function forgetOldest(now: number): void {
    let looks = 2;
    for (const [key, track] of tracks) {
      if (tracks.size <= maxKeys && (looks === 0 || track.expiresAt > now)) return;
      tracks.delete(key);
      looks -= 1;
    }
  }

  return {
    async take(key, rule) {
      const now = clock.now();
      const allowedAt = current(key, rule, now);
      const allowed = allowedAt.length < rule.limit;
      if (allowed) {
        allowedAt.push(now);
        tracks.delete(key);
        tracks.set(key, { allowedAt, expiresAt: now + rule.windowMs });
      }
      forgetOldest(now);
      return { ...rateState(allowedAt, rule, now), allowed };
    },

    async peek(key, rule) {
      const now = clock.now();
      return rateState(current(key, rule, now), rule, now);
    },
  };
}
