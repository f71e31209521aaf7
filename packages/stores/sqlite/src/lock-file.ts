import { realpathSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { sqliteBusy, sqliteResultOf, toDatabaseUnusable } from './database-unusable-error.ts';
import { makePrivateFile } from './private-files.ts';

/** Locks that this process holds: it may not open such a file again, and a connection nobody refers to would be closed. */
const heldHere = new Map<string, DatabaseSync>();

/** A lock that is held until it is released or its process ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes an exclusive lock on `file`, and creates the file if it is missing. Null if this or another process holds the lock.
 * The operating system keeps the lock, through SQLite, and releases it when the process ends, even by `kill -9`. Throws a
 * `DatabaseUnusableError` if the file cannot be written.
 */
export function lockFile(file: string): FileLock | null {
  try {
    makePrivateFile(file);
    const path = realpathSync(file);
    if (heldHere.has(path)) return null;
    const connection = openLocked(path);
    if (connection === null) return null;
    heldHere.set(path, connection);
    return {
      release() {
        if (heldHere.delete(path)) connection.close();
      },
    };
  } catch (error) {
    throw toDatabaseUnusable(file, error);
  }
}

function openLocked(path: string): DatabaseSync | null {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const connection = new DatabaseSync(path);
  try {
    connection.exec('PRAGMA busy_timeout = 0');
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection.close();
    if (sqliteResultOf(error) === sqliteBusy) return null;
    throw error;
  }
}
