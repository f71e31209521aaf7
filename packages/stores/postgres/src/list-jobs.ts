import { decodeCursor, encodeCursor, type JobFilter, type JobPage, type PageRequest, pageLimit } from '@platen/core';
import { type SummaryRow, summaryColumns, toSummary } from '@platen/core/sql';
import type { Sql, SqlValue } from './transactions.ts';

/** A page of the listing: one more row is read than shown, to know whether there is a next page. */
export async function listJobs(sql: Sql, filter: JobFilter, page: PageRequest): Promise<JobPage> {
  const isOldestFirst = filter.order === 'oldest';
  const values: SqlValue[] = [];
  /** The placeholder of a value. */
  const put = (value: SqlValue) => `$${values.push(value)}`;

  const conditions = toConditions(filter, put);
  if (page.cursor !== undefined) {
    const { createdAt, id } = decodeCursor(page.cursor);
    conditions.push(`(created_at, id) ${isOldestFirst ? '>' : '<'} (${put(createdAt)}, ${put(id)})`);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const order = isOldestFirst ? 'created_at, id' : 'created_at DESC, id DESC';
  const limit = pageLimit(page);
  const rows = await sql.all<SummaryRow>(
    `SELECT ${summaryColumns} FROM jobs ${where} ORDER BY ${order} LIMIT ${put(limit + 1)}`,
    values,
  );
  const jobs = rows.slice(0, limit).map(toSummary);
  const last = jobs.at(-1);
  return { jobs, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(last) : null };
}

function toConditions(filter: JobFilter, put: (value: SqlValue) => string): string[] {
  const { ownerId, states, operations, createdFrom, createdBefore, text } = filter;
  const conditions: string[] = [];
  if (ownerId !== undefined) conditions.push(ownerId === null ? 'owner_id IS NULL' : `owner_id = ${put(ownerId)}`);
  if (states !== undefined) conditions.push(`state = ANY (${put(states)})`);
  if (operations !== undefined) conditions.push(`operation = ANY (${put(operations)})`);
  if (createdFrom !== undefined) conditions.push(`created_at >= ${put(createdFrom)}`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${put(createdBefore)}`);
  if (text !== undefined) {
    const pattern = put(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    const whole = put(text);
    conditions.push(`(file_name ILIKE ${pattern} OR id = ${whole} OR correlation_id = ${whole})`);
  }
  return conditions;
}
