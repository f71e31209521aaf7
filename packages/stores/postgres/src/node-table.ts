import type { NodeRegistry, NodeReport } from '@platen/core';
import { fromJson } from '@platen/core/sql';
import { nowMs, type Transact } from './transactions.ts';

interface NodeRow {
  readonly report: string;
  readonly started_at: number;
  readonly last_seen_at: number;
}

export function createNodeTable(transact: Transact): NodeRegistry {
  return {
    async report(node, ttlMs) {
      await transact(async (sql) => {
        // Two nodes that report at once shall not wait for each other's rows.
        sql.send(`DELETE FROM nodes WHERE id IN (SELECT id FROM nodes WHERE until <= ${nowMs} FOR UPDATE SKIP LOCKED)`);
        await sql.run(
          `INSERT INTO nodes SELECT $1, $2, now.at, now.at, now.at + $3 FROM (SELECT ${nowMs} AS at OFFSET 0) now
           ON CONFLICT (id) DO UPDATE
           SET report = excluded.report, last_seen_at = excluded.last_seen_at, until = excluded.until`,
          [node.id, JSON.stringify(node), ttlMs],
        );
      });
    },

    async list() {
      const rows = await transact((sql) =>
        sql.all<NodeRow>(`SELECT * FROM nodes WHERE until > ${nowMs} ORDER BY started_at, id`),
      );
      return rows.map((row) => ({
        ...fromJson<NodeReport>(row.report),
        startedAt: row.started_at,
        lastSeenAt: row.last_seen_at,
      }));
    },

    async remove(id) {
      await transact((sql) => sql.run('DELETE FROM nodes WHERE id = $1', [id]));
    },
  };
}
