export { checkDatabase } from './check-database.ts';
export { DatabaseUnusableError } from './database-unusable-error.ts';
export { type FileLock, lockFile } from './lock-file.ts';
export { createSqliteStore, type SqliteStore, type SqliteStoreOptions } from './sqlite-store.ts';
