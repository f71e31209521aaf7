/**
 * Longest time for which a role can be held. A role that is held for longer was taken before the clock was set back, so it
 * counts as free.
 */
export const longestHoldMs = 10 * 60_000;

/**
 * Chooses one of several nodes for work that only one should do. By the clock of the lock, at most one node holds a role at
 * a time. A node that was paused may continue for a moment after it lost the role, so the work must tolerate that two nodes
 * do it.
 */
export interface LeaderLock {
  /** Takes a role, or keeps it, for another `leaseMs`. False if another node has the role. */
  hold(role: string, nodeId: string, leaseMs: number): Promise<boolean>;
  /** Releases a role, so that the next node can take it at once. Does nothing if the role is not held. */
  release(role: string, nodeId: string): Promise<void>;
}
