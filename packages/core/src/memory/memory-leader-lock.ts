import { type LeaderLock, longestHoldMs } from '../leader-lock.ts';
import { type Clock, systemClock } from '../runtime.ts';

/** The options of a leader lock in memory. */
export interface MemoryLeaderLockOptions {
  /** The clock of the lock. Default: the clock of the system. */
  readonly clock?: Clock;
}

/** A `LeaderLock` for the engines of one process. */
export function createMemoryLeaderLock({ clock = systemClock }: MemoryLeaderLockOptions = {}): LeaderLock {
  const holders = new Map<string, { readonly nodeId: string; readonly until: number }>();

  return {
    async hold(role, nodeId, leaseMs) {
      const now = clock.now();
      const holder = holders.get(role);
      const isHeld = holder !== undefined && holder.until > now && holder.until <= now + leaseMs + longestHoldMs;
      if (isHeld && holder.nodeId !== nodeId) return false;
      holders.set(role, { nodeId, until: now + leaseMs });
      return true;
    },

    async release(role, nodeId) {
      if (holders.get(role)?.nodeId === nodeId) holders.delete(role);
    },
  };
}
