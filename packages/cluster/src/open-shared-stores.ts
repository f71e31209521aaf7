import type { BlobStore, JobBus, JobQueue, Logger, RateLimiter } from '@platen/core';
import { createPgBossQueue } from '@platen/pg-boss';
import { createPostgresStore, type PostgresStore } from '@platen/postgres';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { checkBucket, openBucket } from './bucket-connection.ts';
import { checkDatabaseServer, connectionOptions, databaseProblem } from './postgres-connection.ts';

/** Where the nodes of a service keep what they share. */
export interface SharedUrls {
  /** `postgres://user@host/database`; what is not said comes from the environment, as with every PostgreSQL tool. */
  readonly store: URL;
  /** `s3://bucket/prefix`, with `?endpoint=<url>&region=<name>` for other servers than Amazon's. */
  readonly blobs: URL;
}

/** Jobs, keys and webhooks alone: for whoever looks at them and converts nothing. */
export interface SharedRecords extends Pick<PostgresStore, 'jobs' | 'keys' | 'webhookStore'> {
  close(): Promise<void>;
}

/** What the nodes of a service have in common: spread it into `createPlaten`. */
export interface SharedStores extends Omit<PostgresStore, 'bus'> {
  readonly bus: JobBus;
  readonly queue: JobQueue;
  readonly blobs: BlobStore;
  readonly rateLimiter: RateLimiter;
  /** After the engine has stopped. */
  close(): Promise<void>;
}

/** The schema of pg-boss, beside that of the store. */
const queueSchema = 'platen_queue';
/** Of each node: enough for its lanes and requests to take turns. */
const storeConnections = 10;
const queueConnections = 4;
const recordsConnections = 2;
/** Supervision looks at whole queues; calls of ours end long before. */
const queueStatementMs = 30_000;

/**
 * Connects to database and bucket, and prepares a queue for each of the operations. Rejects with a `StartError` of one
 * line when one of them cannot be used.
 */
export async function openSharedStores(
  urls: SharedUrls,
  operations: readonly string[],
  logger: Logger,
): Promise<SharedStores> {
  const bucket = openBucket(urls.blobs);
  const opened: (() => unknown)[] = [bucket.close];
  const close = async () => {
    for (const end of opened.reverse()) await end();
  };
  try {
    await checkDatabaseServer(urls.store);
    await checkBucket(urls.blobs, bucket);
    const pool = new pg.Pool({ ...connectionOptions(urls.store), max: storeConnections, pipeline: true });
    opened.push(() => pool.end());
    const { rows } = await pool.query('SELECT FROM pg_namespace WHERE nspname = $1', [queueSchema]);
    // pg-boss would need the right to create it even where it exists.
    const boss = await startBoss(urls.store, { createSchema: rows.length === 0 }, logger);
    opened.push(() => boss.stop({ graceful: false }));
    const queue = await createPgBossQueue({ boss, schema: queueSchema });
    opened.push(() => queue.close());
    await queue.prepare(operations);
    const store = await createPostgresStore({ pool, queue });
    opened.push(() => store.bus.close());
    return { ...store, queue, blobs: bucket.blobs, close };
  } catch (error) {
    await close();
    throw databaseProblem(urls.store, error);
  }
}

/** Connects to the database alone. Rejects as `openSharedStores` does. */
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

/** What the queue forgets in a crash of the server, the store has: it need not wait for the disk. */
const queueOptions = `-c statement_timeout=${queueStatementMs} -c synchronous_commit=off`;

/** Whether a connection may bring settings along: a pooler such as PgBouncer refuses them, and the queue goes without. */
async function takesOptions(url: URL): Promise<boolean> {
  if (url.searchParams.has('options')) return false;
  const client = new pg.Client({ ...connectionOptions(url), options: queueOptions });
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
  { createSchema }: { readonly createSchema: boolean },
  logger: Logger,
): Promise<PgBoss> {
  // What pg-boss hands on to its pool: a connection that died without a word is given up.
  const settings = {
    ...connectionOptions(url),
    schema: queueSchema,
    createSchema,
    max: queueConnections,
    schedule: false,
    query_timeout: queueStatementMs,
    ...((await takesOptions(url)) ? { options: queueOptions } : {}),
  };
  const boss = new PgBoss(settings);
  boss.on('error', (error) => logger.warn({ err: error }, 'the queue reports an error'));
  await boss.start();
  return boss;
}
