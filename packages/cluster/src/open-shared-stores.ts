import { type BlobStore, type JobBus, type JobQueue, type Logger, type RateLimiter, silentLogger } from '@platen/core';
import { StartError } from '@platen/host/folder-problem';
import { createPgBossQueue, type PgBossQueueOptions } from '@platen/pg-boss';
import { createListener, createPostgresStore, type PostgresStore } from '@platen/postgres';
import pg from 'pg';
import { getMigrationPlans, PgBoss } from 'pg-boss';
import { checkBucket, openBucket } from './bucket-connection.ts';
import { type BucketUser, claimBucket, guardSweeps, takeBucket } from './bucket-owner.ts';
import { checkDatabaseServer, connectionOptions, databaseProblem, shownDatabase } from './postgres-connection.ts';

/** The addresses of the database and the bucket that the nodes of a service share. */
export interface SharedUrls {
  /** `postgres://user@host/database`. Missing parts come from the environment, as for every PostgreSQL tool. */
  readonly store: URL;
  /** `s3://bucket/prefix`, with `?endpoint=<url>&region=<name>` for other servers than Amazon's. */
  readonly blobs: URL;
  /**
   * The direct address of the database, if `store` is a pooler: nodes listen for notifications there, which the transaction
   * mode of PgBouncer does not carry. `store` by default.
   */
  readonly listen?: URL | undefined;
}

/** How a node uses the shared stores. */
export interface SharedSettings {
  /**
   * Whether to update the tables, as `prepareSharedStores` does; true by default. With false, tables of an older version
   * are refused.
   */
  readonly migrate?: boolean | undefined;
  /**
   * Deadlines of a call to the database and of a request to the bucket, which also gets a second for each megabyte; 1 500
   * ms each.
   */
  readonly storeTimeoutMs?: number | undefined;
  readonly blobTimeoutMs?: number | undefined;
}

/** Jobs, keys and webhooks only, for programs that read them and convert nothing. */
export interface SharedRecords extends Pick<PostgresStore, 'jobs' | 'keys' | 'webhookStore'> {
  close(): Promise<void>;
}

/** Everything that the nodes of a service share: spread it into `createPlaten`. */
export interface SharedStores extends Omit<PostgresStore, 'bus'> {
  readonly bus: JobBus;
  readonly queue: JobQueue;
  readonly blobs: BlobStore;
  readonly rateLimiter: RateLimiter;
  /** Closes all connections. Call it after the engine has stopped. */
  close(): Promise<void>;
}

/** The schema of pg-boss, beside that of the store. */
const queueSchema = 'platen_queue';
/** Of each node: enough for its lanes and requests to take turns. */
const storeConnections = 10;
const queueConnections = 4;
const recordsConnections = 2;
/** One listens to other nodes, one to the queue. */
const listenConnections = 2;
const defaultTimeoutMs = 1_500;
/** Supervision looks at whole queues; calls of ours end long before. */
const queueStatementMs = 30_000;

/**
 * Connects to the database and the bucket, marks the bucket as belonging to the database, and prepares a queue for each
 * operation. Rejects with a one-line `StartError` if one of them cannot be used, or if the bucket belongs to another
 * database.
 */
export async function openSharedStores(
  urls: SharedUrls,
  operations: readonly string[],
  logger: Logger,
  settings: SharedSettings = {},
): Promise<SharedStores> {
  return open(urls, operations, logger, settings, claimBucket);
}

/** As `openSharedStores`, to look: no table is changed, and the bucket is what `look` makes of it. */
export async function inspectSharedStores(
  urls: SharedUrls,
  look: (user: BucketUser) => Promise<unknown>,
): Promise<SharedStores> {
  return open(urls, [], silentLogger, { migrate: false }, look);
}

async function open(
  urls: SharedUrls,
  operations: readonly string[],
  logger: Logger,
  { migrate = true, storeTimeoutMs = defaultTimeoutMs, blobTimeoutMs }: SharedSettings,
  useBucket: (user: BucketUser) => Promise<unknown>,
): Promise<SharedStores> {
  const bucket = openBucket(urls.blobs, blobTimeoutMs);
  const opened: (() => unknown)[] = [bucket.close];
  const close = async () => {
    for (const end of opened.reverse()) await end();
  };
  try {
    await checkDatabaseServer(urls.store, storeTimeoutMs);
    await checkBucket(urls.blobs, bucket);
    const pool = new pg.Pool({
      ...connectionOptions(urls.store, storeTimeoutMs),
      max: storeConnections,
      pipeline: true,
    });
    opened.push(() => pool.end());
    const listenPool = urls.listen === undefined ? undefined : await openListenPool(urls.listen, storeTimeoutMs);
    if (listenPool !== undefined) opened.push(() => listenPool.end());
    const boss = await startBoss(urls.store, pool, { migrate, timeoutMs: storeTimeoutMs }, logger);
    opened.push(() => boss.stop({ graceful: false }));
    const queue = await createPgBossQueue({
      boss,
      schema: queueSchema,
      timeoutMs: storeTimeoutMs,
      ...(listenPool === undefined ? {} : { listen: listenBy(listenPool, storeTimeoutMs) }),
    });
    opened.push(() => queue.close());
    await queue.prepare(operations);
    const store = await createPostgresStore({
      pool,
      queue,
      migrate,
      timeoutMs: storeTimeoutMs,
      ...(listenPool === undefined ? {} : { listenPool }),
    });
    opened.push(() => store.bus.close());
    if (listenPool !== undefined && urls.listen !== undefined) await checkSameDatabase(urls.listen, listenPool, store);
    const user = { urls, blobs: bucket.blobs, deployment: store.deployment };
    await useBucket(user);
    return { ...store, queue, blobs: guardSweeps(user), close };
  } catch (error) {
    await close();
    throw databaseProblem(urls.store, error);
  }
}

/** Options of `prepareSharedStores`. */
export interface Preparation {
  /** Takes the bucket over from another database, which this one replaces: after a restore. Default false. */
  readonly takeBucket?: boolean;
}

/**
 * Updates the tables of store and queue, creates a queue for each operation, and marks the bucket, if one is given.
 * Afterwards, nodes can start with `migrate: false`, as a user who may not change tables. Rejects like `openSharedStores`.
 */
export async function prepareSharedStores(
  { store: url, blobs: blobsUrl }: { readonly store: URL; readonly blobs: URL | null },
  operations: readonly string[],
  logger: Logger,
  { takeBucket: takes = false }: Preparation = {},
): Promise<void> {
  await checkDatabaseServer(url);
  const pool = new pg.Pool({ ...connectionOptions(url), max: recordsConnections });
  const opened: (() => unknown)[] = [() => pool.end()];
  try {
    const boss = await startBoss(url, pool, { migrate: true, timeoutMs: defaultTimeoutMs }, logger);
    opened.push(() => boss.stop({ graceful: false }));
    const queue = await createPgBossQueue({ boss, schema: queueSchema });
    opened.push(() => queue.close());
    await queue.prepare(operations);
    const { bus, deployment } = await createPostgresStore({ pool });
    opened.push(() => bus.close());
    if (blobsUrl === null) return;
    const bucket = openBucket(blobsUrl);
    opened.push(bucket.close);
    await checkBucket(blobsUrl, bucket);
    const user = { urls: { store: url, blobs: blobsUrl }, blobs: bucket.blobs, deployment };
    await (takes ? takeBucket(user) : claimBucket(user));
  } catch (error) {
    throw databaseProblem(url, error);
  } finally {
    for (const end of opened.reverse()) await end();
  }
}

/** Connects only to the database. Rejects like `openSharedStores`. */
export async function openSharedRecords(url: URL): Promise<SharedRecords> {
  await checkDatabaseServer(url);
  const pool = new pg.Pool({ ...connectionOptions(url), max: recordsConnections });
  try {
    const { jobs, keys, webhookStore } = await createPostgresStore({ pool });
    return { jobs, keys, webhookStore, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw databaseProblem(url, error);
  }
}

async function openListenPool(url: URL, timeoutMs: number): Promise<pg.Pool> {
  await checkDatabaseServer(url, timeoutMs);
  return new pg.Pool({ ...connectionOptions(url, timeoutMs), max: listenConnections });
}

/** Who listens at another database hears nothing, and would never know. */
async function checkSameDatabase(url: URL, listenPool: pg.Pool, { deployment }: PostgresStore): Promise<void> {
  const found = await listenPool
    .query<{ id: string }>('SELECT id FROM platen.deployment')
    .then(({ rows }) => rows[0]?.id)
    .catch(() => undefined); // It has no such table.
  if (found === deployment.id) return;
  throw new StartError(`--listen-store names the database ${shownDatabase(url)}, which is not the database of --store`);
}

function listenBy(pool: pg.Pool, timeoutMs: number): NonNullable<PgBossQueueOptions['listen']> {
  return async (channel, onNotification, onReconnect) => {
    const listener = createListener({ pool, channel, timeoutMs, onNotification, onReconnected: onReconnect });
    await listener.open();
    return listener;
  };
}

/** What the queue forgets in a crash of the server, the store has: it need not wait for the disk. */
const queueOptions = `-c statement_timeout=${queueStatementMs} -c synchronous_commit=off`;

/** Whether a connection may bring settings along: a pooler such as PgBouncer refuses them, and the queue goes without. */
async function takesOptions(url: URL, timeoutMs: number): Promise<boolean> {
  if (url.searchParams.has('options')) return false;
  const client = new pg.Client({ ...connectionOptions(url, timeoutMs), options: queueOptions });
  client.on('error', () => {}); // The call that fails reports it.
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (/unsupported startup parameter/.test(String(error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function startBoss(
  url: URL,
  pool: pg.Pool,
  { migrate, timeoutMs }: { readonly migrate: boolean; readonly timeoutMs: number },
  logger: Logger,
): Promise<PgBoss> {
  const version = await queueVersion(pool);
  if (!migrate && (version === null || isQueueOlder(version))) {
    const what = version === null ? 'it has no queue yet' : 'its queue is from an older version';
    throw new StartError(`the database ${shownDatabase(url)} cannot be used: ${what}: run "platen migrate" first`);
  }
  const { rows } = await pool.query('SELECT FROM pg_namespace WHERE nspname = $1', [queueSchema]);
  // What pg-boss hands on to its pool: a connection that died without a word is given up.
  const settings = {
    ...connectionOptions(url, timeoutMs),
    schema: queueSchema,
    // pg-boss would need the right to create it even where it exists.
    createSchema: rows.length === 0,
    max: queueConnections,
    schedule: false,
    query_timeout: queueStatementMs,
    ...((await takesOptions(url, timeoutMs)) ? { options: queueOptions } : {}),
  };
  const boss = new PgBoss(settings);
  boss.on('error', (error) => logger.warn({ err: error }, 'the queue reports an error'));
  await boss.start();
  return boss;
}

/** Of the schema of pg-boss; null where it has none yet. */
async function queueVersion(pool: pg.Pool): Promise<number | null> {
  const table = "SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'version'";
  if ((await pool.query(table, [queueSchema])).rows.length === 0) return null;
  const { rows } = await pool.query<{ version: number }>(`SELECT version FROM ${queueSchema}.version`);
  return rows[0]?.version ?? null;
}

/** Whether this pg-boss would change the schema: there are no plans for the newest version, and none for one that it does not know. */
function isQueueOlder(version: number): boolean {
  try {
    return getMigrationPlans(queueSchema, version) !== '';
  } catch (error) {
    if (error instanceof Error && /not found/.test(error.message)) return false;
    throw error;
  }
}
