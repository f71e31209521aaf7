import type {
  JobBus,
  JobStore,
  KeyStore,
  LeaderLock,
  NodeRegistry,
  RateLimiter,
  SignInStore,
  WebhookStore,
} from '@platen/core';
import { checkOptionNames, type OptionNames, timerOption } from '@platen/core/internal';
import type { Pool } from 'pg';
import { type Deployment, readDeployment } from './deployment.ts';
import { createJobTable } from './job-table.ts';
import { createKeyTable } from './key-table.ts';
import { createLeaderTable } from './leader-table.ts';
import { readLinkSecrets } from './link-secrets.ts';
import { assertMigrated, migrate } from './migrate.ts';
import { createNodeTable } from './node-table.ts';
import { createNotifyBus } from './notify-bus.ts';
import type { TransactionalQueue } from './queue-items.ts';
import { createRateWindows } from './rate-windows.ts';
import { createSignInTables } from './sign-in-tables.ts';
import { createExecute, createTransactions } from './transactions.ts';
import { createWebhookTable } from './webhook-table.ts';

/** The database, and how the store uses it. */
export interface PostgresStoreOptions {
  /** Connections to the database. The store does not close it. */
  readonly pool: Pool;
  /** The schema of the tables, which is created if it is missing: lower-case letters, digits and `_`. Default `platen`. */
  readonly schema?: string;
  /**
   * How long a call may take before it rejects with `SERVICE_UNAVAILABLE`, including the wait for a connection, in
   * milliseconds. Default 1 500.
   */
  readonly timeoutMs?: number;
  /** A queue in the same database. The transaction that queues a job then also enqueues it (`enqueues`). */
  readonly queue?: TransactionalQueue;
  /** Direct connections for LISTEN, if `pool` leads to a pooler in transaction mode. Default `pool`. */
  readonly listenPool?: Pool;
  /** Updates the schema. With false, the store refuses a schema of an older version. Default true. */
  readonly migrate?: boolean;
}

const optionNames: OptionNames<PostgresStoreOptions> = {
  pool: true,
  schema: true,
  timeoutMs: true,
  queue: true,
  listenPool: true,
  migrate: true,
};

/** The stores that nodes share through one database. */
export interface PostgresStore {
  readonly jobs: JobStore;
  readonly keys: KeyStore;
  readonly leader: LeaderLock;
  readonly nodes: NodeRegistry;
  readonly rateLimiter: RateLimiter;
  /**
   * Carries messages between nodes, over a connection of `listenPool` that is open from the first subscription on. Close the
   * bus before the pool.
   */
  readonly bus: JobBus;
  /** The secrets with which all nodes sign download links: the first one signs, all verify. The database keeps them. */
  readonly linkSecrets: readonly string[];
  readonly webhookStore: WebhookStore;
  /** Accounts and sessions of a dashboard, shared by all nodes. */
  readonly signIns: SignInStore;
  readonly deployment: Deployment;
}

/**
 * Opens the stores of jobs, quotas, keys, nodes and webhooks in a PostgreSQL database that several machines share. Resolves
 * once the schema is up to date. Rejects with `SERVICE_UNAVAILABLE` if the database is down, and with a
 * `DatabaseUnusableError` if a newer version of Platen has changed the schema, or if the schema is older and `migrate` is
 * false.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  checkOptionNames('createPostgresStore', options, optionNames);
  const { pool, schema = 'platen' } = options;
  const timeoutMs = timerOption('timeoutMs', options.timeoutMs ?? 1_500);
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new TypeError(`schema cannot be ${JSON.stringify(schema)}`);
  const transact = createTransactions(pool, schema, timeoutMs);
  const execute = createExecute(pool, timeoutMs);
  const access = { transact, execute, schema, timeoutMs };
  await ((options.migrate ?? true) ? migrate(access) : assertMigrated(access));
  return {
    jobs: createJobTable(transact, options.queue),
    keys: createKeyTable(transact),
    leader: createLeaderTable(execute, schema),
    nodes: createNodeTable(transact),
    rateLimiter: createRateWindows(transact),
    bus: createNotifyBus(pool, options.listenPool ?? pool, schema, timeoutMs),
    linkSecrets: await readLinkSecrets(transact),
    webhookStore: createWebhookTable(transact),
    signIns: createSignInTables(transact),
    deployment: await readDeployment(transact),
  };
}
