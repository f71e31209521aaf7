import { type Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow, types } from 'pg';
import { giveBack, ignorePoolErrors, takeClient } from './pooled-client.ts';
import { toStoreError } from './store-unavailable.ts';

export type SqlValue = string | number | boolean | null | readonly string[];

/**
 * Statements within one transaction. They are carried out in the order of the calls: those that need no answer of each
 * other are called without waiting, and go to the server together where the pool was made with `pipeline`.
 */
export interface Sql {
  all<Row extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  first<Row extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<Row | undefined>;
  /** How many rows were changed. */
  run(text: string, values?: readonly SqlValue[]): Promise<number>;
  /** A statement that nobody waits for but the end of the transaction, which fails with it. */
  send(text: string, values?: readonly SqlValue[]): void;
  /** The rows of a statement of others, whose values are handed on as they are. */
  raw(text: string, values: unknown[]): Promise<unknown[]>;
  /** Milliseconds since the epoch by the clock of the server, at this moment and not when the transaction began. */
  now(): Promise<number>;
  /** Waits for the locks of these names in this schema, one after the other, and keeps them until the transaction ends. */
  lock(...names: readonly string[]): Promise<void>;
  /** To be done once everything is committed, and only then. */
  afterCommit(work: () => void): void;
}

/** Runs work in one transaction of READ COMMITTED: each statement sees what was committed before it. */
export type Transact = <Result>(work: (sql: Sql) => Promise<Result>, timeoutMs?: number) => Promise<Result>;

/** Milliseconds since the epoch by the clock of the server, as an expression. */
export const nowMs = '(floor(extract(epoch FROM clock_timestamp()) * 1000))::bigint';

/**
 * Transactions on a pool, whose tables are those of one schema. Each ends within `timeoutMs`, on both sides: here the
 * connection is closed and the call rejects, there the server rolls back and lets go of its locks.
 */
export function createTransactions(pool: Pool, schema: string, defaultTimeoutMs: number): Transact {
  ignorePoolErrors(pool);

  return (work, timeoutMs = defaultTimeoutMs) =>
    withConnection(pool, timeoutMs, async (client, leftMs) => {
      const whenCommitted: (() => void)[] = [];
      const unanswered: Promise<unknown>[] = [];
      const failures: unknown[] = [];
      const send = (answer: Promise<unknown>) => {
        answer.catch((error: unknown) => failures.push(error));
        unanswered.push(answer);
      };
      const query = inTurn(client);
      send(query(beginStatement(schema, leftMs)));
      const result = await work(createSql(query, schema, send, whenCommitted)).catch((error: unknown) => {
        // After one statement has failed all others do.
        throw failures[0] ?? error;
      });
      // The COMMIT of a transaction in which a statement failed rolls it back.
      await Promise.all([...unanswered, query('COMMIT')]);
      for (const go of whenCommitted) go();
      return result;
    });
}

type Query = (statement: string | QueryConfig) => Promise<QueryResult>;

/** Sends statements in the order of the calls, each after the answer to the previous one unless the client pipelines. */
function inTurn(client: PoolClient): Query {
  if (client.pipeline) return (statement) => client.query(statement);
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const next = last.then(() => client.query(statement));
    last = next.catch(() => {});
    return next;
  };
}

/** Runs a statement that is a transaction of its own and names tables with their schema. Resolves to how many rows changed. */
export type Execute = (text: string, values: readonly SqlValue[], timeoutMs?: number) => Promise<number>;

/** Statements with a deadline on this side alone: they hardly wait for locks. One message instead of the three of a transaction. */
export function createExecute(pool: Pool, defaultTimeoutMs: number): Execute {
  ignorePoolErrors(pool);
  return (text, values, timeoutMs = defaultTimeoutMs) =>
    withConnection(pool, timeoutMs, async (client) => (await client.query(text, [...values])).rowCount ?? 0);
}

/** Lends a connection for work that ends within `timeoutMs`, waiting for the connection included. */
async function withConnection<Result>(
  pool: Pool,
  timeoutMs: number,
  work: (client: PoolClient, leftMs: number) => Promise<Result>,
): Promise<Result> {
  try {
    const startedAt = performance.now();
    const client = await takeClient(pool, timeoutMs);
    const leftMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
    return await withClient(client, leftMs, () => work(client, leftMs));
  } catch (error) {
    throw toStoreError(error);
  }
}

/** One message to the server. The settings end with the transaction, as poolers between us and the server need it. */
function beginStatement(schema: string, timeoutMs: number): string {
  const settings = [
    ['search_path', `"${schema}"`],
    ['statement_timeout', timeoutMs],
    ['idle_in_transaction_session_timeout', timeoutMs],
  ].map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `BEGIN; SELECT ${settings.join(', ')}`;
}

/** Gives the client back afterwards: rolled back after a failure, closed when that does not work or time is up. */
async function withClient<Result>(client: PoolClient, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  let isBroken = true;
  try {
    const result = await Promise.race([work(), late.promise]);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = !(await Promise.race([rolledBack(client), late.promise.catch(() => false)]));
    throw error;
  } finally {
    clearTimeout(timer);
    giveBack(client, isBroken);
  }
}

function rolledBack(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

/** Times and counts are 64 bits wide in the database and safe integers here. */
const integerTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

function createSql(
  carryOut: Query,
  schema: string,
  send: (answer: Promise<unknown>) => void,
  whenCommitted: (() => void)[],
): Sql {
  const query = <Row extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
    carryOut({ text, values: values.map(toStorable), types: integerTypes }) as Promise<QueryResult<Row>>;
  return {
    all: async <Row extends QueryResultRow>(text: string, values?: readonly SqlValue[]) =>
      (await query<Row>(text, values)).rows,
    first: async <Row extends QueryResultRow>(text: string, values?: readonly SqlValue[]) =>
      (await query<Row>(text, values)).rows[0],
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
    send: (text, values) => send(query(text, values)),
    raw: async (text, values) => (await carryOut({ text, values })).rows,
    now: async () => (await query<{ now: number }>(`SELECT ${nowMs} AS now`)).rows[0]?.now ?? Number.NaN,
    lock: async (...names) => {
      await query('SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS names (name)', [
        names.map((name) => `platen ${schema} ${name}`),
      ]);
    },
    afterCommit: (work) => void whenCommitted.push(work),
  };
}

/** Rows as `json_populate_recordset` takes them: one value, however many rows and columns there are. */
export function toRecordset(rows: readonly Readonly<Record<string, SqlValue>>[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? toText(value) : value));
}

function toStorable(value: SqlValue): SqlValue {
  if (typeof value === 'object' && value !== null) return value.map(toText);
  return typeof value === 'string' ? toText(value) : value;
}

/** PostgreSQL has neither U+0000 nor halves of characters in its texts. Our JSON is not concerned: there they are escapes. */
function toText(value: string): string {
  return value.replaceAll('\0', '\uFFFD').toWellFormed();
}
