import type { Logger } from '@platen/core';
import { hostShortage } from '@platen/core/internal';
import { isOutage } from './outage.ts';

/**
 * Keeps a node from claiming jobs while the blob store is down: each would be claimed, fail to read its files and be
 * given back, over and over until the store recovers.
 */
export interface BlobOutage {
  /** Passes through the result of a blob store call, and notes when the store is down. */
  watch<Result>(call: Promise<Result>): Promise<Result>;
  /** A job ended normally: its files were read and written. */
  isOver(): void;
  /** Time until the next job may be claimed; 0 when the store is not known to be down. */
  remainingMs(): number;
}

const firstPauseMs = 1_000;
/** As long as a lease: the most that work is delayed after recovery, and how often a node probes the store. */
const longestPauseMs = 15_000;

export function createBlobOutage(logger: Logger): BlobOutage {
  let pauseMs = 0;
  let until = 0;

  function begin(error: unknown): void {
    // Running jobs fail together: they count once.
    if (performance.now() < until) return;
    pauseMs = Math.min(Math.max(2 * pauseMs, firstPauseMs), longestPauseMs);
    until = performance.now() + pauseMs;
    logger.error({ err: error, pauseMs }, 'the blob store is down; this node waits before it claims more jobs');
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
