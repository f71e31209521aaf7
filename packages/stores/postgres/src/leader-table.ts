import { type LeaderLock, longestHoldMs } from '@platen/core';
import { type Execute, nowMs } from './transactions.ts';

/**
 * What every node polls every other second: one statement each time. Those that do not lead only read: an upsert locks the row even
 * where it changes nothing, so that all nodes would take turns at it, each for a flush of the server's log.
 */
export function createLeaderTable(execute: Execute, schema: string): LeaderLock {
  const leaders = `"${schema}".leaders`;
  /** For the node that asks. */
  const isFree = `(held.node_id = $2 OR held.until <= ${nowMs} OR held.until > ${nowMs} + $3 + ${longestHoldMs})`;
  return {
    async hold(role, nodeId, leaseMs) {
      const held = await execute(
        `INSERT INTO ${leaders} AS held SELECT $1, $2, ${nowMs} + $3
         WHERE NOT EXISTS (SELECT FROM ${leaders} AS held WHERE role = $1 AND NOT ${isFree})
         ON CONFLICT (role) DO UPDATE SET node_id = excluded.node_id, until = ${nowMs} + $3 WHERE ${isFree}`,
        [role, nodeId, leaseMs],
      );
      return held === 1;
    },

    async release(role, nodeId) {
      await execute(`DELETE FROM ${leaders} WHERE role = $1 AND node_id = $2`, [role, nodeId]);
    },
  };
}
