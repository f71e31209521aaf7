import type { Clock } from '@platen/core';

/** A clock that moves only when it is advanced. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
}

/** Creates a clock that starts at 2026-01-01T00:00:00Z by default. */
export function createFakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
