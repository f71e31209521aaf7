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

/** Which database, by a pool that stays the caller's, and how long a call may take. */
export interface PostgresStoreOptions {
  /** Connections to the database. The store does not close it. */
  readonly pool: Pool;
  /** The schema of the tables, created when missing: lower-case letters, digits and `_`; `platen`. */
  readonly schema?: string;
  /** How long a call may take, waiting for a connection included, before it is `SERVICE_UNAVAILABLE`; 1 500 ms. */
  readonly timeoutMs?: number;
  /** A queue in the same database: jobs are put into it by the transactions that queue them (`enqueues`). */
  readonly queue?: TransactionalQueue;
  /** Direct connections to listen by, where those of `pool` lead to a pooler in transaction mode; `pool`. */
  readonly listenPool?: Pool;
  /** Brings the schema up to date; true. With false a schema that is older than this version is refused. */
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
  /** Listens by a connection of `listenPool`, from the first subscription until it is closed: close it before the pool. */
  readonly bus: JobBus;
  /** What all nodes sign download links with, kept in the database: the first one signs, all verify. */
  readonly linkSecrets: readonly string[];
  readonly webhookStore: WebhookStore;
  /** Who signs in to a dashboard, and their sessions: the same on every node. */
  readonly signIns: SignInStore;
  readonly deployment: Deployment;
}

/**
 * Jobs with their quota units, keys and nodes in a PostgreSQL database that several machines share. Resolves once the
 * schema is up to date. Rejects with `SERVICE_UNAVAILABLE` when the database is down, and with a `DatabaseUnusableError`
 * when a newer version of Platen has changed it, or it is older than this one and `migrate` is false.
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
