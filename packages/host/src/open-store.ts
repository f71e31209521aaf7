import { createSqliteStore, DatabaseUnusableError, type SqliteStore } from '@platen/sqlite';
import { StartError } from './start-error.ts';

/** Opens the store of a data folder. Throws a `StartError` that names the file and the cause if it cannot be used. */
export function openStore(file: string): SqliteStore {
  try {
    return createSqliteStore({ file });
  } catch (error) {
    throw error instanceof DatabaseUnusableError ? new StartError(error.message, { cause: error }) : error;
  }
}
