import { type LeaderLock, longestHoldMs } from '@platen/core';
import { type Execute, nowMs } from './transactions.ts';

/** What every node polls every other second: one statement each time. */
export function createLeaderTable(execute: Execute, schema: string): LeaderLock {
  const leaders = `"${schema}".leaders`;
  return {
    async hold(role, nodeId, leaseMs) {
      const held = await execute(
        `INSERT INTO ${leaders} AS held VALUES ($1, $2, ${nowMs} + $3)
         ON CONFLICT (role) DO UPDATE SET node_id = excluded.node_id, until = ${nowMs} + $3
         WHERE held.node_id = excluded.node_id OR held.until <= ${nowMs} OR held.until > ${nowMs} + $3 + ${longestHoldMs}`,
        [role, nodeId, leaseMs],
      );
      return held === 1;
    },

    async release(role, nodeId) {
      await execute(`DELETE FROM ${leaders} WHERE role = $1 AND node_id = $2`, [role, nodeId]);
    },
  };
}
