import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConversionError } from '@platen/core';
import { migrations } from './migrations.ts';

/**
 * Opens the file, creating and migrating it as needed. WAL lets other processes read and write between our
 * transactions; FULL makes each commit survive a power cut, not only a killed process.
 */
export function openDatabase(file: string, busyTimeoutMs: number): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  // It holds what keys hash to and the passwords of running jobs; its side files take their mode from it.
  closeSync(openSync(file, 'a', 0o600));

  const database = new DatabaseSync(file);
  // Before anything else: another process may be opening the file at this moment.
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  // Passwords of finished jobs: overwritten in the file, and not kept in a log that has grown.
  database.exec('PRAGMA secure_delete = ON');
  database.exec('PRAGMA journal_size_limit = 0');
  migrate(database);
  return database;
}

function migrate(database: DatabaseSync): void {
  if (schemaVersion(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another process may just have done it.
    const version = schemaVersion(database);
    if (version > migrations.length) {
      throw new ConversionError('SERVICE_UNAVAILABLE', 'The database was made by a newer version of Platen', {
        details: { reason: 'store_unavailable' },
      });
    }
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}
