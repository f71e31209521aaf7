import { realpathSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { sqliteBusy, sqliteResultOf, toDatabaseUnusable } from './database-unusable-error.ts';
import { makePrivateFile } from './private-files.ts';

/** Locks that this process holds: it may not open such a file again, and a connection nobody refers to would be closed. */
const heldHere = new Map<string, DatabaseSync>();

/** Held for as long as it is not released and its process lives. */
export interface FileLock {
  release(): void;
}

/**
 * Takes an exclusive lock on `file`, making it when missing; null while anybody else holds it, this process included. The
 * operating system keeps the lock, through SQLite, and drops it with the process: after a crash or `kill -9` it is free.
 * Throws a `DatabaseUnusableError` when the file cannot be written.
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
