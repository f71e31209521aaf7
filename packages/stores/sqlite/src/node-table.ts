import type { DatabaseSync } from 'node:sqlite';
import type { Clock, NodeRegistry, NodeReport } from '@platen/core';
import { fromJson } from '@platen/core/sql';
import type { Table } from './table.ts';

export function createNodeTable(database: DatabaseSync, clock: Clock): Table<NodeRegistry> {
  const upsert = database.prepare(`
    INSERT INTO nodes VALUES (:id, :report, :now, :now, :until)
    ON CONFLICT (id) DO UPDATE SET report = :report, last_seen_at = :now, until = :until`);
  const removeGone = database.prepare('DELETE FROM nodes WHERE until <= ?');
  const select = database.prepare('SELECT * FROM nodes WHERE until > ? ORDER BY started_at, id');
  const remove = database.prepare('DELETE FROM nodes WHERE id = ?');
  return {
    report(node, ttlMs) {
      const now = clock.now();
      removeGone.run(now);
      upsert.run({ id: node.id, report: JSON.stringify(node), now, until: now + ttlMs });
    },
    list() {
      return select.all(clock.now()).map((row) => ({
        ...fromJson<NodeReport>(String(row.report)),
        startedAt: Number(row.started_at),
        lastSeenAt: Number(row.last_seen_at),
      }));
    },
    remove(id) {
      remove.run(id);
    },
  };
}
