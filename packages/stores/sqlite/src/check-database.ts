import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { findDamagedLog } from './damaged-log.ts';
import { DatabaseUnusableError, toDatabaseUnusable } from './database-unusable-error.ts';
import { openDatabase, openTimeoutMs, schemaVersion, untilFree } from './open-database.ts';

/** SQLite reads through 1.4 GB a second of a cached file (147 MB in 0.1 s), a slow disk 100 MB: 0.7 s of a start at most. */
const thoroughBytes = 64 * 1024 * 1024;

/**
 * Opens the file as the store does, creates or migrates it, and writes to it once. Throws a `DatabaseUnusableError` if the
 * file or its write-ahead log is damaged, if the file is read-only, locked or not a database, or if the disk is full. Reads
 * all pages of a large file only if `thorough` is true.
 */
export function checkDatabase(file: string, thorough = false): void {
  let database: DatabaseSync | null = null;
  try {
    refuseDamagedLog(file);
    database = openDatabase(file);
    const opened = database;
    if (thorough || statSync(file).size <= thoroughBytes) untilFree(() => checkPages(opened, file), openTimeoutMs);
    untilFree(() => writeOnce(opened), openTimeoutMs);
  } catch (error) {
    throw toDatabaseUnusable(file, error);
  } finally {
    database?.close();
  }
}

function refuseDamagedLog(file: string): void {
  const damaged = findDamagedLog(file);
  if (damaged === null) return;
  const { file: log, atByte, transactions } = damaged;
  throw new DatabaseUnusableError(
    file,
    `its log ${log} is damaged at byte ${atByte}, and ${transactions} transactions or more after it would be lost: restore ` +
      `both from a backup, or cut the log off there to go on without them (truncate -s ${atByte} ${log})`,
  );
}

function checkPages(database: DatabaseSync, file: string): void {
  const [verdict] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (verdict !== 'ok')
    throw new DatabaseUnusableError(file, `it is damaged: ${String(verdict).replaceAll('\n', ' ')}`);
}

/** A file that is read-only or has no room left opens all the same. */
function writeOnce(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  database.exec(`PRAGMA user_version = ${schemaVersion(database)}`);
  database.exec('COMMIT');
}
