import type { DatabaseSync } from 'node:sqlite';
import { countedEnds, type Overdue } from '@platen/core';

/**
 * Rows of a table whose time in an indexed column has come: how many, and for how long the first. The index is named: without
 * statistics, SQLite prefers one of the state, and sorts all that it finds there.
 */
export function prepareOverdue(
  database: DatabaseSync,
  column: string,
  table: string,
  index: string,
  condition = 'true',
): (now: number) => Overdue {
  const due = `FROM ${table} INDEXED BY ${index} WHERE ${condition} AND ${column} <= :now`;
  const count = database.prepare(`SELECT count(*) AS count FROM (SELECT 1 ${due} LIMIT ${countedEnds})`);
  const first = database.prepare(`SELECT ${column} AS at ${due} ORDER BY ${column} LIMIT 1`);
  return (now) => ({
    count: Number(count.get({ now })?.count),
    lateMs: now - Number(first.get({ now })?.at ?? now),
  });
}
