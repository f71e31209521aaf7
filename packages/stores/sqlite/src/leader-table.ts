import type { DatabaseSync } from 'node:sqlite';
import { type Clock, type LeaderLock, longestHoldMs } from '@platen/core';
import type { Table } from './table.ts';

export function createLeaderTable(database: DatabaseSync, clock: Clock): Table<LeaderLock> {
  const hold = database.prepare(`
    INSERT INTO leaders VALUES (:role, :nodeId, :until)
    ON CONFLICT (role) DO UPDATE SET node_id = :nodeId, until = :until WHERE node_id = :nodeId OR until <= :now
      OR until > :until + ${longestHoldMs}`);
  const release = database.prepare('DELETE FROM leaders WHERE role = ? AND node_id = ?');
  return {
    hold(role, nodeId, leaseMs) {
      const now = clock.now();
      return hold.run({ role, nodeId, now, until: now + leaseMs }).changes === 1;
    },
    release(role, nodeId) {
      release.run(role, nodeId);
    },
  };
}
