import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusableError, sqliteBusy, sqliteResultOf, toDatabaseUnusable } from './database-unusable-error.ts';
import { migrations } from './migrations.ts';
import { makePrivateFile } from './private-files.ts';

/**
 * Another process of ours writes for milliseconds, again and again under load. One that keeps the file for longer than this
 * is none of ours.
 */
export const openTimeoutMs = 5_000;

/** How long to wait before a busy file is asked again: of random length, so that those who collided do not do so again. */
const retryMs = { least: 5, most: 25 };

/**
 * Opens the file, creating and migrating it as needed. WAL lets other processes read and write between our
 * transactions; FULL makes each commit survive a power cut, not only a killed process. Throws a `DatabaseUnusableError`
 * when others keep the file busy for `timeoutMs`, 5 s when not given. Statements on the open database wait for nobody.
 *
 * SQLite does not wait for others that change a new file to WAL or recover one, whatever the busy timeout
 * (https://www.sqlite.org/c3ref/busy_handler.html: where waiting could be a deadlock, it fails at once). Nor is its
 * waiting fair: it asks every 100 ms, which under load misses the moments between the commits of another process. So all
 * of the opening is repeated until the deadline.
 */
export function openDatabase(file: string, timeoutMs = openTimeoutMs): DatabaseSync {
  // It holds what keys hash to and the passwords of running jobs; its side files take their mode from it.
  makePrivateFile(file);
  // Asked for here, not imported: a Node without it shall come as far as saying that it is too old.
  const sqlite = process.getBuiltinModule('node:sqlite');
  const database = new sqlite.DatabaseSync(file);
  try {
    untilFree(() => prepare(database, file), timeoutMs);
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error) ? toDatabaseUnusable(file, error) : error;
  }
}

/** Does what can be repeated until no other process is in its way; throws what it threw last when `timeoutMs` are over. */
export function untilFree<Result>(action: () => Result, timeoutMs: number): Result {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      const pauseMs = retryMs.least + Math.random() * (retryMs.most - retryMs.least);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function isBusy(error: unknown): boolean {
  return sqliteResultOf(error) === sqliteBusy;
}

function prepare(database: DatabaseSync, file: string): void {
  database.exec(`PRAGMA busy_timeout = ${retryMs.least}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  // Passwords of finished jobs: overwritten in the file, and not kept in a log that has grown.
  database.exec('PRAGMA secure_delete = ON');
  database.exec('PRAGMA journal_size_limit = 0');
  migrate(database, file);
}

function migrate(database: DatabaseSync, file: string): void {
  if (schemaVersion(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another process may just have done it.
    const version = schemaVersion(database);
    if (version > migrations.length) {
      throw new DatabaseUnusableError(file, 'a newer version of Platen created it');
    }
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** How many steps of the schema the file has seen. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}
