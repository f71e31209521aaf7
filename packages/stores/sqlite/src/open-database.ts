import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusableError } from './database-unusable-error.ts';
import { migrations } from './migrations.ts';
import { makePrivateFile } from './private-files.ts';

/**
 * Opens the file, creating and migrating it as needed. WAL lets other processes read and write between our
 * transactions; FULL makes each commit survive a power cut, not only a killed process.
 */
export function openDatabase(file: string, busyTimeoutMs: number): DatabaseSync {
  // It holds what keys hash to and the passwords of running jobs; its side files take their mode from it.
  makePrivateFile(file);
  // Asked for here, not imported: a Node without it shall come as far as saying that it is too old.
  const sqlite = process.getBuiltinModule('node:sqlite');
  const database = new sqlite.DatabaseSync(file);
  try {
    prepare(database, file, busyTimeoutMs);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync, file: string, busyTimeoutMs: number): void {
  // Before anything else: another process may be opening the file at this moment.
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  enterWal(database, busyTimeoutMs);
  database.exec('PRAGMA synchronous = FULL');
  // Passwords of finished jobs: overwritten in the file, and not kept in a log that has grown.
  database.exec('PRAGMA secure_delete = ON');
  database.exec('PRAGMA journal_size_limit = 0');
  migrate(database, file);
}

/** How long to wait before a busy file is asked again. */
const retryMs = 10;
const sqliteBusy = 5;

/**
 * While a new file changes to WAL, SQLite does not wait for others that do so, whatever the busy timeout
 * (https://www.sqlite.org/c3ref/busy_handler.html: where waiting could be a deadlock, it fails at once).
 */
function enterWal(database: DatabaseSync, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
      if (!isBusy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

function migrate(database: DatabaseSync, file: string): void {
  if (schemaVersion(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another process may just have done it.
    const version = schemaVersion(database);
    if (version > migrations.length) {
      throw new DatabaseUnusableError(file, 'it was made by a newer version of Platen');
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
