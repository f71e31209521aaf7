import type { JobBus } from '@platen/core';
import { createPostgresStore, type PostgresStore } from '@platen/postgres';
import {
  jobBusSuite,
  jobStoreSuite,
  keyStoreSuite,
  leaderLockSuite,
  nodeRegistrySuite,
  rateLimiterSuite,
  sampleClaim,
  sampleJob,
  unbounded,
  webhookStoreSuite,
} from '@platen/testing';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrations, neededSteps } from '../src/migrations.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from './postgres-cluster.ts';
import { runReadme } from './run-readme.ts';

/** No rule of a suite is about time, and the machine may be loaded. */
const timeoutMs = 60_000;
/** What the rules write. */
const tables = [
  'jobs',
  'keys',
  'quota_counts',
  'usage_days',
  'outbox',
  'leaders',
  'nodes',
  'rate_windows',
  'webhook_endpoints',
  'webhook_deliveries',
];

describe.skipIf(postgresPrograms === null)('on a PostgreSQL server', () => {
  let cluster: PostgresCluster;
  let here: Pool;
  let there: Pool;
  let schemas = 0;

  beforeAll(async () => {
    cluster = await startPostgres();
    // One that pipelines and one that does not: the rules are the same.
    here = cluster.connect({ pipeline: true });
    there = cluster.connect();
  }, timeoutMs);
  afterAll(() => cluster.end());

  /** Schemas that rules have left empty: to make one takes longer than most rules. */
  const free: string[] = [];

  /** One part of a store in a schema that no other rule uses meanwhile, and the same part by another pool of connections. */
  async function shared<Part extends Exclude<keyof PostgresStore, 'linkSecrets' | 'bus'>>(part: Part) {
    const schema = free.pop() ?? freshSchema();
    const store = await createPostgresStore({ pool: here, schema, timeoutMs });
    return {
      subject: store[part],
      advance: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms))),
      connect: async () => (await createPostgresStore({ pool: there, schema, timeoutMs }))[part],
      async dispose() {
        await here.query(tables.map((table) => `DELETE FROM ${schema}.${table}`).join('; '));
        free.push(schema);
      },
    };
  }

  function freshSchema(): string {
    schemas += 1;
    return `suite_${schemas}`;
  }

  /** Resolves once so many transactions wait for the lock of another. */
  async function untilWaiting(count: number): Promise<void> {
    const waiting = async () => (await here.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount;
    await expect.poll(waiting).toBe(count);
  }

  /** The statements of the indexes that are being made. */
  async function building(): Promise<readonly string[]> {
    const { rows } = await here.query<{ query: string }>(
      'SELECT query FROM pg_stat_progress_create_index JOIN pg_stat_activity USING (pid)',
    );
    return rows.map(({ query }) => query);
  }

  jobStoreSuite(() => shared('jobs'));
  keyStoreSuite(() => shared('keys'));
  leaderLockSuite(() => shared('leader'));
  nodeRegistrySuite(() => shared('nodes'));
  rateLimiterSuite(() => shared('rateLimiter'));
  jobBusSuite(async () => {
    const schema = freshSchema();
    const open = async (pool: Pool) => (await createPostgresStore({ pool, schema, timeoutMs })).bus;
    const own = await open(here);
    const buses: JobBus[] = [own];
    return {
      subject: own,
      async connect() {
        const bus = await open(there);
        buses.push(bus);
        return bus;
      },
      dispose: async () => void (await Promise.all(buses.map((bus) => bus.close()))),
    };
  });

  test('of racing requests through two nodes no more than the limit are allowed', async () => {
    const open = (pool: Pool) => createPostgresStore({ pool, schema: 'raced_limit', timeoutMs });
    const limiters = [(await open(here)).rateLimiter, (await open(there)).rateLimiter];
    const rule = { limit: 60, windowMs: 600_000 };
    const takes = Array.from({ length: 200 }, (_, index) => limiters[index % 2]?.take('key', rule));
    expect((await Promise.all(takes)).filter((state) => state?.allowed === true)).toHaveLength(60);
  });

  test('jobs that two nodes insert in opposite orders are inserted once, and neither node is refused', async () => {
    const open = (pool: Pool) => createPostgresStore({ pool, schema: 'crossed', timeoutMs });
    const stores = [await open(here), await open(there)];
    await stores[0]?.jobs.insert(sampleJob('seed'), unbounded);
    // Both come as far as the one in the middle, which somebody inserts and takes back.
    const other = await there.connect();
    await other.query("CREATE TEMPORARY TABLE middle AS SELECT * FROM crossed.jobs; UPDATE middle SET id = 'c'");
    await other.query('BEGIN; INSERT INTO crossed.jobs SELECT * FROM middle');
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const inserting = [ids, ids.toReversed()].flatMap((order, index) =>
      order.map((id) => stores[index]?.jobs.insert(sampleJob(id), unbounded)),
    );
    await untilWaiting(2);
    await other.query('ROLLBACK');
    other.release(true);
    const results = await Promise.all(inserting);
    expect(results.filter((result) => result?.kind === 'inserted')).toHaveLength(ids.length);
  });

  test('of senders that race for messages each gets its own', async () => {
    const open = (pool: Pool) => createPostgresStore({ pool, schema: 'raced_outbox', timeoutMs });
    const stores = [await open(here), await open(there)];
    for (let round = 0; round < 40; round += 1) {
      await here.query(
        `INSERT INTO raced_outbox.outbox (job_id, owner_id, topic, payload, created_at, available_at, attempts)
         SELECT 'a', 'owner', 'topic', 'null', 0, 0, 0 FROM generate_series(1, 20)`,
      );
      const senders = Array.from({ length: 12 }, (_, index) =>
        stores[index % 2]?.jobs.outbox.take({ limit: 4, holdMs: 600_000 }),
      );
      const taken = (await Promise.all(senders)).flatMap((messages) => messages ?? []);
      expect(taken.map(({ attempts }) => attempts)).toEqual(taken.map(() => 1));
    }
  });

  test('a job that is given back while it is claimed counts towards the bound of its owner', async () => {
    const { jobs } = await createPostgresStore({ pool: here, schema: 'given_back', timeoutMs });
    for (const id of ['a', 'b']) {
      await jobs.insert(sampleJob(id), unbounded);
      await jobs.claim(id, sampleClaim);
    }
    const other = await there.connect();
    await other.query('BEGIN');
    await other.query("UPDATE given_back.jobs SET state = 'queued', available_at = 0 WHERE id = 'b'");
    const claim = jobs.claim('b', { ...sampleClaim, maxRunningPerOwner: 1 });
    await untilWaiting(1);
    await other.query('COMMIT');
    other.release();
    expect(await claim).toEqual({ kind: 'owner_busy' });
  });

  test('all nodes sign links with the same secret', async () => {
    const open = (pool: Pool) => createPostgresStore({ pool, schema: 'links', timeoutMs });
    const [one, other] = await Promise.all([open(here), open(there)]);
    expect(one.linkSecrets).toEqual(other.linkSecrets);
    expect(one.linkSecrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });

  test('the example of the README runs', async () => {
    vi.stubEnv('DATABASE_URL', cluster.url);
    await runReadme(new URL('../README.md', import.meta.url), {
      '@platen/postgres': await import('@platen/postgres'),
      pg: await import('pg'),
    });
    vi.unstubAllEnvs();
  });
  webhookStoreSuite(() => shared('webhookStore'));

  test('a node that does not lead waits for nobody who writes', async () => {
    const schema = freshSchema();
    const { leader } = await createPostgresStore({ pool: here, schema, timeoutMs });
    const other = (await createPostgresStore({ pool: there, schema, timeoutMs })).leader;
    expect(await leader.hold('sweep', 'first', timeoutMs)).toBe(true);
    const writer = await here.connect();
    await writer.query(`BEGIN; SELECT FROM ${schema}.leaders FOR UPDATE`);
    expect(await other.hold('sweep', 'second', timeoutMs)).toBe(false);
    await writer.query('ROLLBACK');
    writer.release();
    expect(await leader.hold('sweep', 'first', timeoutMs)).toBe(true);
  });

  test('a long queue is counted once a second, and exactly where it is nearly full', async () => {
    const schema = freshSchema();
    const { jobs } = await createPostgresStore({ pool: here, schema, timeoutMs });
    const elsewhere = (await createPostgresStore({ pool: there, schema, timeoutMs })).jobs;
    const ownerId = sampleJob('one').ownerId;
    await jobs.insert(sampleJob('one'), unbounded);
    const { rows } = await here.query<{ column: string }>(
      `SELECT column_name AS column FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'jobs'`,
      [schema],
    );
    const names = rows.map(({ column }) => column);
    await here.query(
      `INSERT INTO ${schema}.jobs (${names}) SELECT ${names.map((name) => (name === 'id' ? "'copy-' || n" : name))}
       FROM ${schema}.jobs, generate_series(2, 10000) AS n`,
    );
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      expect(await jobs.standing(ownerId)).toMatchObject({ queued: 10_000, ownerQueued: 10_000 });
      await elsewhere.insert(sampleJob('two'), unbounded);
      expect(await jobs.standing(ownerId)).toMatchObject({ queued: 10_000, ownerQueued: 10_000 });
      // Its own are counted.
      expect(await jobs.insert(sampleJob('three'), unbounded)).toMatchObject({ kind: 'inserted', ownerQueued: 10_000 });
      expect(await jobs.standing(ownerId)).toMatchObject({ queued: 10_001 });
      const full = { kind: 'queue_full', queued: 10_002, limit: 10_002 };
      const bounds = { ...unbounded, maxQueued: 10_002 };
      expect(await jobs.insert(sampleJob('four'), bounds)).toMatchObject({ ...full, of: 'all' });
      const ownBounds = { ...unbounded, maxQueuedPerOwner: 10_002 };
      expect(await jobs.insert(sampleJob('four'), ownBounds)).toMatchObject({ ...full, of: 'owner' });
      await elsewhere.insert(sampleJob('five'), unbounded);
      clock.mockReturnValue(performance.now() + 1_000);
      expect(await jobs.standing(ownerId)).toMatchObject({ queued: 10_003, ownerQueued: 10_003 });
    } finally {
      clock.mockRestore();
    }
  });

  test('nodes that start together migrate a new database once', async () => {
    const stores = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        createPostgresStore({ pool: index % 2 === 0 ? here : there, schema: 'raced', timeoutMs }),
      ),
    );
    await stores[0]?.jobs.insert(sampleJob('a'), unbounded);
    expect(await stores[7]?.jobs.get('a')).toMatchObject({ state: 'queued' });
    expect((await here.query('SELECT version, steps FROM raced.schema_version')).rows).toEqual([
      { version: neededSteps, steps: migrations.length },
    ]);
  });

  test('more destinations than one walk looks at are all served, and so is one owner beside them', async () => {
    const { webhookStore } = await createPostgresStore({ pool: here, schema: 'many', timeoutMs });
    const deliveryTo = (url: string) => ({
      eventId: url,
      endpointId: 'jobs',
      url,
      jobId: 'job',
      event: 'job.completed',
      body: '{}',
      createdAt: 1_000,
    });
    const urls = Array.from({ length: 2_300 }, (_, index) => `https://example.com/${index}`);
    await webhookStore.addDeliveries(urls.map(deliveryTo));
    const take = { limit: 1_000, perUrl: 1, perOwner: 1_000, underWay: [], holdMs: 600_000 };
    const taken = new Set<string>();
    for (let turn = 0; turn < 6; turn += 1) {
      for (const { eventId } of await webhookStore.takeDeliveries(take)) taken.add(eventId);
    }
    expect(taken.size).toBe(urls.length);
  });

  test('a database that a newer version has added to is used as it is', async () => {
    await createPostgresStore({ pool: here, schema: 'grown', timeoutMs });
    await here.query('UPDATE grown.schema_version SET steps = 999; ALTER TABLE grown.jobs ADD COLUMN later text');
    const { jobs } = await createPostgresStore({ pool: there, schema: 'grown', timeoutMs });
    await jobs.insert(sampleJob('a'), unbounded);
    expect((await here.query('SELECT steps FROM grown.schema_version')).rows).toEqual([{ steps: 999 }]);
  });

  test('indexes of a database in use are made while its jobs are written, one node at a time', async () => {
    await createOlderSchema(here, 'upgraded');
    // A transaction that is older than the index: it is waited for, and nobody else waits behind that.
    const older = await there.connect();
    await older.query("BEGIN; UPDATE upgraded.jobs SET progress = 1 WHERE id = 'a'");
    const nodes = [here, there, here].map((pool) => createPostgresStore({ pool, schema: 'upgraded', timeoutMs }));
    await expect.poll(building).toHaveLength(1);
    await here.query("UPDATE upgraded.jobs SET progress = 2 WHERE id = 'b'");
    await older.query('COMMIT');
    older.release();
    const [store] = await Promise.all(nodes);
    expect((await store?.jobs.list({ ownerId: 'owner', states: ['queued'] }))?.jobs).toHaveLength(2);
    const invalid = await here.query('SELECT FROM pg_index WHERE NOT indisvalid');
    expect(invalid.rowCount).toBe(0);
    expect((await here.query('SELECT version, steps FROM upgraded.schema_version')).rows).toEqual([
      { version: neededSteps, steps: migrations.length },
    ]);
  });

  test('a node whose index another one begins at the same moment does not refuse to start', async () => {
    await createOlderSchema(here, 'begun');
    const older = await there.connect();
    await older.query("BEGIN; UPDATE begun.jobs SET progress = 1 WHERE id = 'a'");
    const node = createPostgresStore({ pool: here, schema: 'begun', timeoutMs });
    const [statement] = await expect.poll(building).toHaveLength(1).then(building);
    // It waits for the lock of the one that builds, which waits for its snapshot at last: a deadlock.
    const rival = there.query(statement ?? '').catch(() => {});
    await untilWaiting(2);
    await older.query('COMMIT');
    older.release();
    await Promise.all([node, rival]);
    const indexes = await here.query('SELECT FROM pg_index WHERE NOT indisvalid');
    expect(indexes.rowCount).toBe(0);
  });

  test('an index that a node left half-made is made anew', async () => {
    await createOlderSchema(here, 'broken');
    await here.query('CREATE INDEX jobs_backlog ON broken.jobs (state)');
    await here.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'broken.jobs_backlog'::regclass");
    await createPostgresStore({ pool: here, schema: 'broken', timeoutMs });
    const { rows } = await here.query(
      "SELECT indisvalid AS valid, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indexrelid = 'broken.jobs_backlog'::regclass",
    );
    expect(rows).toMatchObject([
      { valid: true, definition: expect.stringContaining('(operation, state, created_at)') },
    ]);
  });

  test('a node of the version before restarts on the schema of this one', async () => {
    await createPostgresStore({ pool: here, schema: 'mixed', timeoutMs });
    // What it compares with the number of its steps.
    expect((await here.query('SELECT version FROM mixed.schema_version')).rows).toEqual([{ version: 5 }]);
  });

  test('what a node of the version before inserts is read, with nothing in what is new', async () => {
    const { jobs } = await createPostgresStore({ pool: here, schema: 'older_rows', timeoutMs });
    await jobs.insert(sampleJob('a'), unbounded);
    // The columns that there were.
    const before = migrations.slice(0, neededSteps).join(' ');
    const { rows } = await here.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'older_rows' AND table_name = 'jobs'",
    );
    const names = rows.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(before));
    expect(names).not.toContain('traceparent');
    const columns = names.filter((name) => name !== 'id').join(', ');
    await here.query(
      `INSERT INTO older_rows.jobs (id, ${columns}) SELECT 'b', ${columns} FROM older_rows.jobs WHERE id = 'a'`,
    );
    expect(await jobs.get('b')).toMatchObject({ ...(await jobs.get('a')), id: 'b', traceparent: null });
  });

  test('records that are asked for at once are read by few statements', async () => {
    const { jobs } = await createPostgresStore({ pool: here, schema: 'read_at_once', timeoutMs });
    await jobs.insert(sampleJob('a'), unbounded);
    const sent: string[] = [];
    const listen = (client: PoolClient) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      Object.assign(client, {
        query(...given: unknown[]) {
          sent.push(JSON.stringify(given[0]));
          return query(...given);
        },
      });
    };
    here.on('acquire', listen);
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => jobs.get(index % 2 === 0 ? 'a' : 'b\0')));
    here.off('acquire', listen);
    expect(found.filter((job) => job?.id === 'a')).toHaveLength(50);
    expect(found.filter((job) => job === null)).toHaveLength(50);
    expect(sent.filter((text) => text.includes('FROM jobs')).length).toBeLessThanOrEqual(2);
  });

  test('a database of a newer version is refused', async () => {
    await createPostgresStore({ pool: here, schema: 'newer', timeoutMs });
    await here.query('UPDATE newer.schema_version SET version = 999');
    await expect(createPostgresStore({ pool: here, schema: 'newer', timeoutMs })).rejects.toThrow(/newer version/);
  });

  test('characters that PostgreSQL cannot keep are replaced in listings and kept in records', async () => {
    const { jobs } = await createPostgresStore({ pool: here, schema: 'characters', timeoutMs });
    const fileName = 'a\0b.pdf';
    await jobs.insert(sampleJob('a', { inputs: [{ ...sampleJob('a').inputs[0], fileName } as never] }), unbounded);
    expect((await jobs.get('a'))?.inputs[0]?.fileName).toBe(fileName);
    expect((await jobs.list({ text: fileName })).jobs).toMatchObject([{ fileName: 'a\uFFFDb.pdf' }]);
  });
});

/** A schema as the version before left it, with two jobs that wait. */
async function createOlderSchema(pool: Pool, schema: string): Promise<void> {
  const steps = migrations.slice(0, neededSteps).join(';');
  await pool.query(
    `CREATE SCHEMA ${schema}; SET search_path = ${schema}; ${steps};
     CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (${neededSteps});
     INSERT INTO jobs (id, owner_id, operation, options, limits, state, progress, attempts, releases, fence, available_at,
       created_at, updated_at, correlation_id, inputs, input_count, input_bytes, outputs, output_count, output_bytes,
       warnings, runs)
     SELECT id, 'owner', 'pdf/merge', '{}', '{}', 'queued', 0, 0, 0, 0, 0, 1, 1, 'c', '[]', 0, 0, '[]', 0, 0, '[]', '[]'
     FROM unnest(ARRAY['a', 'b']) AS ids (id);
     RESET search_path`,
  );
}
