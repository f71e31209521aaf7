import type { RateLimiter, RateRule } from '../access.ts';
import { type RateSpan, rateState, spanMs } from '../rate-state.ts';
import { type Clock, systemClock } from '../runtime.ts';

/** The options of a rate limiter in memory. */
export interface MemoryRateLimiterOptions {
  readonly clock?: Clock;
  /** Number of keys that are kept; beyond it, the least recently used key is dropped. Default 100 000. */
  readonly maxKeys?: number;
}

interface Track {
  /** Of the requests still in the window, oldest first. */
  readonly spans: readonly RateSpan[];
  readonly expiresAt: number;
}

/**
 * A sliding window: it remembers when the requests of the last `windowMs` were allowed (`spanMs`), so no time of that
 * length holds more than `limit`. (A token bucket of the same size lets nearly twice as many through.)
 */
export function createMemoryRateLimiter({
  clock = systemClock,
  maxKeys = 100_000,
}: MemoryRateLimiterOptions = {}): RateLimiter {
  /** In order of last use. */
  const tracks = new Map<string, Track>();

  function current(key: string, { windowMs }: RateRule, now: number): readonly RateSpan[] {
    const spans = tracks.get(key)?.spans ?? [];
    // What lies ahead was counted before the clock was set back: kept, it would lock the key out for as long.
    return spans.filter(({ at }) => at > now - windowMs && at <= now);
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
      const before = current(key, rule, now);
      const { allowed } = rateState(before, rule, now);
      const spans = allowed ? withRequest(before, rule, now) : before;
      if (allowed) {
        tracks.delete(key);
        tracks.set(key, { spans, expiresAt: now + rule.windowMs });
      }
      forgetOldest(now);
      return { ...rateState(spans, rule, now), allowed };
    },

    async peek(key, rule) {
      const now = clock.now();
      return rateState(current(key, rule, now), rule, now);
    },
  };
}

function withRequest(spans: readonly RateSpan[], rule: RateRule, now: number): readonly RateSpan[] {
  const last = spans.at(-1);
  const length = spanMs(rule);
  const isSame = last !== undefined && length > 0 && Math.floor(last.at / length) === Math.floor(now / length);
  return isSame ? [...spans.slice(0, -1), { at: now, count: last.count + 1 }] : [...spans, { at: now, count: 1 }];
}
