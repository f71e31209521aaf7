export { DatabaseUnusableError } from './database-unusable-error.ts';
export { createPostgresStore, type PostgresStore, type PostgresStoreOptions } from './postgres-store.ts';
export type { QueueTransaction, TransactionalQueue } from './queue-items.ts';
