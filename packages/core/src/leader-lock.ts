/** A role held for longer than anybody requests dates from before the clock was set back: it counts as free. */
export const longestHoldMs = 10 * 60_000;

/**
 * Chooses one of many nodes for work that only one should do. By the clock of the lock, at most one node holds a role at a
 * time. A node that was paused may continue for a moment after it lost the role, so the work must tolerate being done
 * twice.
 */
export interface LeaderLock {
  /** Takes or keeps a role for `leaseMs` more. True while it is held; false when another node has it. */
  hold(role: string, nodeId: string, leaseMs: number): Promise<boolean>;
  /** Releases a role, so that the next node can take it at once. Does nothing if the role is not held. */
  release(role: string, nodeId: string): Promise<void>;
}
