import { hostShortage, type Logger } from '@platen/core';
import { isOutage } from './outage.ts';

/**
 * Keeps a node from taking up jobs while the blob store is down: each would be claimed, found without its files and
 * given back, one after the other, for as long as it lasts.
 */
export interface BlobOutage {
  /** Passes on what a call of the blob store comes to, and takes note when the store is down. */
  watch<Result>(call: Promise<Result>): Promise<Result>;
  /** A job came to its end: files were read and written. */
  isOver(): void;
  /** No job is taken up before this has passed; 0 when the store is not known to be down. */
  remainingMs(): number;
}

const firstPauseMs = 1_000;
/** As long as a lease: so late at most is work resumed, and so seldom does a node look. */
const longestPauseMs = 15_000;

export function createBlobOutage(logger: Logger): BlobOutage {
  let pauseMs = 0;
  let until = 0;

  function begin(error: unknown): void {
    // Jobs that were under way fail together: they count once.
    if (performance.now() < until) return;
    pauseMs = Math.min(Math.max(2 * pauseMs, firstPauseMs), longestPauseMs);
    until = performance.now() + pauseMs;
    logger.error({ err: error, pauseMs }, 'the blob store is down; no job is taken up for a while');
  }

  return {
    async watch(call) {
      try {
        return await call;
      } catch (error) {
        // A host that is short of disk or descriptors may be so because of one job: others must not wait for it.
        if (isOutage(error) && hostShortage(error) === null) begin(error);
        throw error;
      }
    },
    isOver() {
      pauseMs = 0;
      until = 0;
    },
    remainingMs: () => Math.max(0, until - performance.now()),
  };
}
