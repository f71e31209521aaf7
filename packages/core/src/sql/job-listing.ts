import { decodeCursor, encodeCursor, type JobPosition, pageLimit } from '../job-page.ts';
import { type JobState, jobTransitions } from '../job-state.ts';
import type { JobFilter, JobPage, PageRequest } from '../job-store.ts';
import { type SummaryRow, summaryColumns, toSummary } from './job-row.ts';

/** A value of a statement. */
export type ListingValue = string | number;

/** A statement that reads rows, and where in it the values go. */
export interface ListingStatement {
  readonly text: string;
  readonly values: readonly ListingValue[];
}

/** How a database writes what is not the same in all. */
export interface ListingDialect {
  /** What stands for the value of this number, the first being 1. */
  placeholder(number: number): string;
  /** The operator that compares a text with a pattern, whatever the case. */
  readonly like: 'ILIKE' | 'LIKE';
  /**
   * True where the planner goes by how frequent values are: it would read an index in the order of time and hope to meet the
   * state soon, which takes as long as the history is. Told as a range of an index, it has no other way.
   */
  readonly ranges: boolean;
}

/** A row of a listing. */
export interface ListedRow extends SummaryRow {
  /** True for the last job that was looked at, where there may be more behind it. It is no part of the page. */
  readonly is_end: boolean | number;
}

/**
 * How many jobs are looked at for those of some operations or with a text, which no index finds: a page of 100 takes some
 * 20 ms, and a listing goes on with the next.
 */
const scannedJobs = 10_000;

/** The statement that finds a job by the text of a filter, if that is its id; null when there is nothing to look for. */
export function namedJobStatement(
  filter: JobFilter,
  page: PageRequest,
  dialect: ListingDialect,
): ListingStatement | null {
  const { text: id, states, ...rest } = filter;
  if (id === undefined || page.cursor !== undefined) return null;
  const { values, put } = createPlaceholders(dialect);
  const conditions = [
    `id = ${put(id)}`,
    ...toConditions(rest, {}, put),
    ...toSearch({ ...rest }, put, dialect),
    ...(states === undefined ? [] : [isOneOf('state', states, put)]),
  ];
  return { text: `SELECT ${summaryColumns}, false AS is_end FROM jobs WHERE ${conditions.join(' AND ')}`, values };
}

/** The statement that reads a page of the listing, and one more row: then there is a next page. */
export function listingStatement(filter: JobFilter, page: PageRequest, dialect: ListingDialect): ListingStatement {
  const { values, put } = createPlaceholders(dialect);
  const limit = pageLimit(page) + 1;
  const search = toSearch(filter, put, dialect);
  if (search.length === 0) {
    return { text: inOrder(`${summaryColumns}, false AS is_end`, filter, page, limit, put, dialect), values };
  }
  const scanned = inOrder(summaryColumns, filter, page, scannedJobs, put, dialect);
  const reversed = orderOf({ order: filter.order === 'oldest' ? 'newest' : 'oldest' });
  const text = `WITH scanned AS MATERIALIZED (${scanned})
    SELECT * FROM (
      SELECT *, false AS is_end FROM scanned WHERE ${search.join(' AND ')} ORDER BY ${orderOf(filter)} LIMIT ${put(limit)}
    ) AS found
    UNION ALL SELECT * FROM (
      SELECT *, true FROM scanned WHERE (SELECT count(*) FROM scanned) = ${scannedJobs} ORDER BY ${reversed} LIMIT 1
    ) AS last`;
  return { text, values };
}

/** The page that the rows of a statement are. */
export function toListing(rows: readonly ListedRow[], page: PageRequest): JobPage {
  const limit = pageLimit(page);
  const found = rows.filter(({ is_end }) => !is_end);
  const end = rows.find(({ is_end }) => is_end);
  const last = found.length > limit ? found[limit - 1] : end;
  return {
    jobs: found.slice(0, limit).map(toSummary),
    nextCursor: last === undefined ? null : encodeCursor(toPosition(last)),
  };
}

function toPosition({ created_at: createdAt, id }: ListedRow): JobPosition {
  return { createdAt, id };
}

/** Takes a value, and returns what stands for it in the statement. */
type Put = (value: ListingValue) => string;

function createPlaceholders({ placeholder }: ListingDialect) {
  const values: ListingValue[] = [];
  const put: Put = (value) => placeholder(values.push(value));
  return { values, put };
}

/**
 * The first jobs of the listing. Each state has its own part of an index, in the order of the listing: the database
 * merges them, and reads no more rows than are wanted.
 */
function inOrder(
  columns: string,
  filter: JobFilter,
  page: PageRequest,
  limit: number,
  put: Put,
  { ranges }: ListingDialect,
): string {
  const { ownerId, states } = filter;
  if (states?.length === 0) return `SELECT ${columns} FROM jobs WHERE false`;
  const most = put(limit);
  const bound = `ORDER BY ${orderOf(filter)} LIMIT ${most}`;
  if (states === undefined && ownerId === undefined) {
    const where = toConditions(filter, page, put);
    return `SELECT ${columns} FROM jobs ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} ${bound}`;
  }
  const ofState = (state: JobState) => {
    if (ranges && ownerId !== null)
      return `SELECT ${columns} FROM jobs ${toRange(filter, state, page, put)} LIMIT ${most}`;
    const where = [`state = '${state}'`, ...toConditions(filter, page, put)];
    return `SELECT ${columns} FROM jobs WHERE ${where.join(' AND ')} ${bound}`;
  };
  const all = Object.keys(jobTransitions) as readonly JobState[];
  const wanted = states === undefined ? all : all.filter((state) => states.includes(state));
  const parts = wanted.map((state) => `SELECT * FROM (${ofState(state)}) AS ${state}`);
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ${bound}`;
}

function orderOf({ order }: Pick<JobFilter, 'order'>): string {
  return order === 'oldest' ? 'created_at, id' : 'created_at DESC, id DESC';
}

/** The part of the index of an owner's states, or of all states, between two times. */
function toRange(
  { ownerId, createdFrom, createdBefore, order }: JobFilter,
  state: JobState,
  { cursor }: PageRequest,
  put: Put,
): string {
  const names = [...(ownerId === undefined ? [] : ['owner_id']), 'state', 'created_at', 'id'];
  const fixed = [...(ownerId == null ? [] : [put(ownerId)]), `'${state}'`];
  const at = (createdAt: number, id: string) => `(${[...fixed, put(createdAt), put(id)].join(', ')})`;
  const key = `(${names.join(', ')})`;
  const conditions = [
    `${key} >= ${at(createdFrom ?? 0, '')}`,
    `${key} < ${at(createdBefore ?? Number.MAX_SAFE_INTEGER, '')}`,
  ];
  if (cursor !== undefined) {
    const { createdAt, id } = decodeCursor(cursor);
    conditions.push(`${key} ${order === 'oldest' ? '>' : '<'} ${at(createdAt, id)}`);
  }
  const direction = order === 'oldest' ? '' : ' DESC';
  return `WHERE ${conditions.join(' AND ')} ORDER BY ${names.map((name) => name + direction).join(', ')}`;
}

/** What an index finds, beside the state. */
function toConditions(filter: JobFilter, { cursor }: PageRequest, put: Put): readonly string[] {
  const { ownerId, createdFrom, createdBefore, order } = filter;
  const conditions: string[] = [];
  if (ownerId !== undefined) conditions.push(ownerId === null ? 'owner_id IS NULL' : `owner_id = ${put(ownerId)}`);
  if (createdFrom !== undefined) conditions.push(`created_at >= ${put(createdFrom)}`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${put(createdBefore)}`);
  if (cursor !== undefined) {
    const { createdAt, id } = decodeCursor(cursor);
    conditions.push(`(created_at, id) ${order === 'oldest' ? '>' : '<'} (${put(createdAt)}, ${put(id)})`);
  }
  return conditions;
}

/** What no index finds. */
function toSearch({ operations, text }: JobFilter, put: Put, { like }: ListingDialect): readonly string[] {
  const conditions: string[] = [];
  if (operations !== undefined) conditions.push(isOneOf('operation', operations, put));
  if (text !== undefined) {
    const pattern = put(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(file_name ${like} ${pattern} ESCAPE '\\' OR correlation_id = ${put(text)})`);
  }
  return conditions;
}

function isOneOf(column: string, values: readonly string[], put: Put): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.map(put).join(', ')})`;
}
