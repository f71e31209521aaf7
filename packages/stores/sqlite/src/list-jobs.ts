import type { DatabaseSync } from 'node:sqlite';
import { decodeCursor, encodeCursor, type JobFilter, type JobPage, type PageRequest, pageLimit } from '@platen/core';
import { type SummaryRow, summaryColumns, toSummary } from '@platen/core/sql';

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/** A page of the listing: one more row is read than shown, to know whether there is a next page. */
export function listJobs(database: DatabaseSync, filter: JobFilter, page: PageRequest): JobPage {
  const isOldestFirst = filter.order === 'oldest';
  const conditions = toConditions(filter);
  if (page.cursor !== undefined) {
    const { createdAt, id } = decodeCursor(page.cursor);
    conditions.push({ sql: `(created_at, id) ${isOldestFirst ? '>' : '<'} (?, ?)`, values: [createdAt, id] });
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const order = isOldestFirst ? 'created_at, id' : 'created_at DESC, id DESC';
  const limit = pageLimit(page);
  const rows = database
    .prepare(`SELECT ${summaryColumns} FROM jobs ${where} ORDER BY ${order} LIMIT ?`)
    .all(...conditions.flatMap(({ values }) => values), limit + 1) as unknown as readonly SummaryRow[];
  const jobs = rows.slice(0, limit).map(toSummary);
  const last = jobs.at(-1);
  return { jobs, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(last) : null };
}

function toConditions({ ownerId, states, operations, createdFrom, createdBefore, text }: JobFilter): Condition[] {
  const conditions: Condition[] = [];
  if (ownerId !== undefined) conditions.push({ sql: 'owner_id IS ?', values: [ownerId] });
  if (states !== undefined) conditions.push(isOneOf('state', states));
  if (operations !== undefined) conditions.push(isOneOf('operation', operations));
  if (createdFrom !== undefined) conditions.push({ sql: 'created_at >= ?', values: [createdFrom] });
  if (createdBefore !== undefined) conditions.push({ sql: 'created_at < ?', values: [createdBefore] });
  if (text !== undefined) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push({
      sql: `(file_name LIKE ? ESCAPE '\\' OR id = ? OR correlation_id = ?)`,
      values: [pattern, text, text],
    });
  }
  return conditions;
}

function isOneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values };
}
