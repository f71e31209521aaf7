/** A role held for longer than anybody requests dates from before the clock was set back: it counts as free. */
export const longestHoldMs = 10 * 60_000;

/**
 * Chooses one of many nodes for work that one should do. At most one holds a role at a time on the lock's own clock; a
 * node that was paused may go on for a moment after it lost the role, so that work must bear being done twice.
 */
export interface LeaderLock {
  /** Takes or keeps a role for `leaseMs` more. True while it is held; false when another node has it. */
  hold(role: string, nodeId: string, leaseMs: number): Promise<boolean>;
  /** Gives a role up, for the next node to take at once. Nothing happens when it is not held. */
  release(role: string, nodeId: string): Promise<void>;
}
