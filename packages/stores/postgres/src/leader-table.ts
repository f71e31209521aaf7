import type { LeaderLock } from '@platen/core';
import { nowMs, type Transact } from './transactions.ts';

export function createLeaderTable(transact: Transact): LeaderLock {
  return {
    hold: (role, nodeId, leaseMs) =>
      transact(async (sql) => {
        const held = await sql.run(
          `INSERT INTO leaders AS held VALUES ($1, $2, ${nowMs} + $3)
           ON CONFLICT (role) DO UPDATE SET node_id = excluded.node_id, until = ${nowMs} + $3
           WHERE held.node_id = excluded.node_id OR held.until <= ${nowMs}`,
          [role, nodeId, leaseMs],
        );
        return held === 1;
      }),

    async release(role, nodeId) {
      await transact((sql) => sql.run('DELETE FROM leaders WHERE role = $1 AND node_id = $2', [role, nodeId]));
    },
  };
}
