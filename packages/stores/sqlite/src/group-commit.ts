import type { DatabaseSync } from 'node:sqlite';
import { ConversionError } from '@platen/core';
import { toConversionError } from '@platen/core/internal';
import { DatabaseUnusableError, isDamage, sqliteBusy, sqliteResultOf } from './database-unusable-error.ts';
import { type CallMessage, monotonicMs, type ReplyMessage } from './protocol.ts';
import type { Tables } from './table.ts';

const readMethods = new Set([
  'jobs.get',
  'jobs.list',
  'jobs.backlog',
  'jobs.counts',
  'jobs.overdue',
  'jobs.standing',
  'jobs.usage',
  'keys.findByHash',
  'keys.list',
  'nodes.list',
  'webhooks.listEndpoints',
  'webhooks.listDeliveries',
  'webhooks.overdue',
]);

/** A database, its tables, and the clock they read. */
export interface OpenStore {
  readonly file: string;
  readonly database: DatabaseSync;
  readonly tables: Tables;
  /** Throws when the file is no longer where it was opened. */
  checkSameFile(): void;
  /** Sets what the tables take for now. */
  setTime(now: number): void;
}

/** Timers may end this much early, and a call that has as little left is not worth another try. */
const toleranceMs = 5;

/**
 * Carries out batches of calls, each in one transaction, with one flush to the disk. Nothing is answered before the commit:
 * what a caller got an answer to is durable. A call that fails is undone alone; what ends the transaction fails those that write.
 * Another process that is writing is waited for until `busyTimeoutMs` after the call was asked, not after its batch began.
 * Once a page was found damaged, nothing is written any more, what is intact is read.
 */
export function createGroupCommit(
  { file, database, tables, checkSameFile, setTime }: OpenStore,
  busyTimeoutMs: number,
): (calls: readonly CallMessage[]) => ReplyMessage[] {
  const savepoint = database.prepare('SAVEPOINT one_call');
  const release = database.prepare('RELEASE one_call');
  let damage: DatabaseUnusableError | null = null;

  function toReply(call: CallMessage, error: unknown): ReplyMessage {
    if (isDamage(error)) damage ??= new DatabaseUnusableError(file, 'it is damaged', error);
    return toErrorReply(call, error);
  }

  function answer(call: CallMessage): ReplyMessage {
    setTime(call.now);
    savepoint.run();
    try {
      const result = run(tables, call);
      release.run();
      return { id: call.id, kind: 'result', result };
    } catch (error) {
      undoOne(database, error);
      return toReply(call, error);
    }
  }

  return function commit(calls: readonly CallMessage[]): ReplyMessage[] {
    const reads = calls.filter(isRead);
    const writes = calls.filter((call) => !isRead(call));
    try {
      if (writes.length > 0 && damage !== null) throw damage;
      if (writes.length > 0) checkSameFile();
      // A deferred transaction that turns into a writing one fails at once when another connection wrote meanwhile.
      database.exec(`PRAGMA busy_timeout = ${Math.ceil(leastLeftMs(calls, busyTimeoutMs))}`);
      database.exec(writes.length > 0 ? 'BEGIN IMMEDIATE' : 'BEGIN');
      const replies = calls.map(answer);
      database.exec('COMMIT');
      return replies;
    } catch (error) {
      rollBack(database);
      const failed = writes.length > 0 ? failedBy(error, writes, busyTimeoutMs) : reads;
      // What only reads needs neither room on the disk nor the lock that another process has.
      const others = calls.filter((call) => !failed.includes(call));
      const replies = failed.map((call) => toReply(call, error));
      return others.length > 0 ? [...replies, ...commit(others)] : replies;
    }
  };
}

/** How long the first of these calls to give up may still wait. */
export function leastLeftMs(calls: readonly CallMessage[], busyTimeoutMs: number): number {
  const askedFirst = calls.reduce((first, { askedAt }) => Math.min(first, askedAt), Number.POSITIVE_INFINITY);
  return Math.max(0, askedFirst + busyTimeoutMs - monotonicMs());
}

/** The writes that a failed transaction fails: of those that wait for another process, who have waited long enough. */
function failedBy(error: unknown, writes: readonly CallMessage[], busyTimeoutMs: number): readonly CallMessage[] {
  if (sqliteResultOf(error) !== sqliteBusy) return writes;
  const late = writes.filter((call) => leastLeftMs([call], busyTimeoutMs) <= toleranceMs);
  // SQLite does not wait where it sees a deadlock.
  return late.length > 0 ? late : writes;
}

function isRead({ table, method }: CallMessage): boolean {
  return readMethods.has(`${table}.${method}`);
}

/** Throws the error of the call where it has ended the whole transaction: a full disk does. */
function undoOne(database: DatabaseSync, error: unknown): void {
  try {
    database.exec('ROLLBACK TO one_call; RELEASE one_call');
  } catch {
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // It was BEGIN that failed, or SQLite has rolled back by itself.
  }
}

function run(tables: Tables, { table, method, args }: CallMessage): unknown {
  const methods: Readonly<Record<string, (...args: never[]) => unknown>> = tables[table];
  return methods[method]?.(...(args as never[]));
}

function toErrorReply({ id }: CallMessage, error: unknown): ReplyMessage {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { id, kind: 'error', error: toConversionError(error, storeUnavailable).toData(), cause };
}

/** Locked by another process, not a database: all are the store being down to the caller. */
export function storeUnavailable(cause: unknown): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The database is not available', {
    details: { reason: 'store_unavailable' },
    cause,
  });
}
