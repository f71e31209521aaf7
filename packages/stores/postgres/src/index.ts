export { DatabaseUnusableError } from './database-unusable-error.ts';
export type { Deployment } from './deployment.ts';
export { createListener, type Listener, type ListenerSettings } from './listener.ts';
export { createPostgresStore, type PostgresStore, type PostgresStoreOptions } from './postgres-store.ts';
export type { QueueTransaction, TransactionalQueue } from './queue-items.ts';
