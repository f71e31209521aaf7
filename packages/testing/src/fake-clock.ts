import type { Clock } from '@platen/core';

/** A clock that stands still until it is told to move. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
}

/** Starts at 2026-01-01T00:00:00Z unless told otherwise. */
export function createFakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
