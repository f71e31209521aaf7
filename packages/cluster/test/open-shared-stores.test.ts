import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ConversionEngine, silentLogger } from '@platen/core';
import { createPlaten } from '@platen/host';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type S3Server, s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import {
  createSharedChecks,
  openSharedRecords,
  openSharedStores,
  prepareSharedStores,
  type SharedSettings,
  type SharedStores,
  type SharedUrls,
} from '../src/index.ts';
import { pgbouncerProgram, startPgBouncer } from './pgbouncer.ts';

const rolesFile = fileURLToPath(new URL('../../../deploy/roles.sql', import.meta.url));

const samplePdf =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n';

describe.skipIf(postgresPrograms === null || s3Program === null)('PostgreSQL and an S3 server (needs both)', () => {
  let folder = '';
  let database: PostgresCluster;
  let bucket: S3Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-cluster-'));
    [database, bucket] = await Promise.all([startPostgres(), startS3()]);
    vi.stubEnv('AWS_ACCESS_KEY_ID', bucket.connection.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', bucket.connection.credentials.secretAccessKey);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([database.end(), bucket.end()]);
    await rm(folder, { recursive: true, force: true });
  });

  /** Each database has a prefix of its own, as it has to. */
  const urls = (databaseName = 'postgres', prefix = databaseName, bucketName = bucket.bucket) => {
    const store = new URL(database.url);
    store.pathname = `/${databaseName}`;
    return {
      store,
      blobs: new URL(`s3://${bucketName}/${prefix}?endpoint=${encodeURIComponent(bucket.endpoint)}`),
    };
  };

  async function query(statement: string): Promise<void> {
    const admin = database.connect({ max: 1 });
    await admin.query(statement);
    await admin.end();
  }

  /** Opens the stores for as long as the test runs. */
  async function open(given: SharedUrls, settings?: SharedSettings): Promise<SharedStores> {
    const shared = await openSharedStores(given, ['pdf/split'], silentLogger, settings);
    onTestFinished(() => shared.close());
    return shared;
  }

  /** A node as the README writes it. */
  async function openNode(name: string, work: boolean): Promise<ConversionEngine> {
    const shared = await openSharedStores(urls(), ['pdf/split'], silentLogger);
    onTestFinished(() => shared.close());
    const platen = await createPlaten({ data: join(folder, name), ...shared, start: false });
    onTestFinished(() => platen.stop(0));
    await platen.engine.start({ work });
    return platen.engine;
  }

  test('a job that one host takes in is done by another, and its records are read without either', async () => {
    const [taker] = await Promise.all([openNode('taker', false), openNode('worker', true)]);
    const path = join(folder, 'one.pdf');
    await writeFile(path, samplePdf);
    const { id } = await taker.submit({ operation: 'pdf/split', inputs: [path] });
    await expect.poll(async () => (await taker.get(id))?.state).toBe('completed');

    const records = await openSharedRecords(urls().store);
    onTestFinished(() => records.close());
    expect((await records.jobs.get(id))?.outputs).toHaveLength(1);
  });

  test('what a job made is the input of the next on another host, though the job is deleted meanwhile', async () => {
    const [taker, worker] = await Promise.all([openNode('chain-taker', false), openNode('chain-worker', true)]);
    const path = join(folder, 'chain.pdf');
    await writeFile(path, samplePdf);
    const isAt = (id: string, state: string) => expect.poll(async () => (await taker.get(id))?.state).toBe(state);
    const first = await taker.submit({ operation: 'pdf/split', inputs: [path] });
    await isAt(first.id, 'completed');
    await worker.stop(0);
    const second = await taker.submit({ operation: 'pdf/split', inputs: [{ jobId: first.id, output: 1 }] });
    await taker.remove(first.id);
    await openNode('chain-other', true);
    await isAt(second.id, 'completed');
    expect(await text(await taker.open(second.id, 0))).toContain('%PDF-');
  });

  test('after a restore of the records, without the queue, results are there and jobs that ended later run again', async () => {
    await query('CREATE DATABASE restored');
    const { store, blobs } = urls('restored');
    const openHost = async (work: boolean) => {
      const shared = await openSharedStores({ store, blobs }, ['pdf/split'], silentLogger);
      const platen = await createPlaten({
        data: join(folder, 'restored'),
        ...shared,
        keepFailedInputs: true,
        start: { work },
      });
      const close = async () => {
        await platen.stop(0);
        await shared.close();
      };
      return { engine: platen.engine, close };
    };
    const path = join(folder, 'one.pdf');
    await writeFile(path, samplePdf);
    const submit = async ({ submit }: ConversionEngine) =>
      (await submit({ operation: 'pdf/split', inputs: [path] })).id;
    const isAt = (engine: ConversionEngine, id: string, state: string) =>
      expect.poll(async () => (await engine.get(id))?.state).toBe(state);

    const worker = await openHost(true);
    const kept = await submit(worker.engine);
    await isAt(worker.engine, kept, 'completed');
    await worker.close();
    const taker = await openHost(false);
    const [ended, cancelled] = [await submit(taker.engine), await submit(taker.engine)];
    const program = join(postgresPrograms ?? '', 'pg_dump');
    const dump = execFileSync(program, ['-n', 'platen', '-f', join(folder, 'dump.sql'), store.href]);
    expect(dump.toString()).toBe('');
    await taker.engine.cancel(cancelled);
    await taker.close();
    const other = await openHost(true);
    await isAt(other.engine, ended, 'completed');
    await other.close();

    const inside = database.connect({ connectionString: store.href });
    onTestFinished(() => inside.end());
    await inside.query('DROP SCHEMA platen CASCADE');
    await inside.query('DROP SCHEMA platen_queue CASCADE');
    execFileSync(join(postgresPrograms ?? '', 'psql'), ['-qf', join(folder, 'dump.sql'), store.href]);
    const restored = await openHost(true);
    // Its file was removed with its first end; that of the other was kept.
    await isAt(restored.engine, ended, 'failed');
    await isAt(restored.engine, cancelled, 'completed');
    expect(await text(await restored.engine.open(kept, 0))).toContain('%PDF-');
    await restored.close();
  });

  test.skipIf(pgbouncerProgram === null).each(['session', 'transaction'] as const)(
    'a node starts and works behind PgBouncer with its defaults, in %s mode (needs pgbouncer)',
    async (mode) => {
      await query(`CREATE DATABASE pooled_${mode}`);
      const { store, blobs } = urls(`pooled_${mode}`);
      const pooler = await startPgBouncer(store, mode);
      onTestFinished(() => pooler.end());
      const shared = await open({ store: new URL(pooler.url), blobs });
      const platen = await createPlaten({ data: join(folder, `pooled-${mode}`), ...shared });
      onTestFinished(() => platen.stop(0));
      const path = join(folder, 'one.pdf');
      await writeFile(path, samplePdf);
      const jobs = await Promise.all(
        Array.from({ length: 5 }, () => platen.engine.submit({ operation: 'pdf/split', inputs: [path] })),
      );
      const states = async () => Promise.all(jobs.map(async ({ id }) => (await platen.engine.get(id))?.state));
      await expect.poll(states).toEqual(jobs.map(() => 'completed'));
    },
    120_000,
  );

  test.skipIf(pgbouncerProgram === null)(
    'behind PgBouncer in transaction mode nodes hear each other by direct connections (needs pgbouncer)',
    async () => {
      await query('CREATE DATABASE listening');
      const { store, blobs } = urls('listening');
      const pooler = await startPgBouncer(store, 'transaction');
      onTestFinished(() => pooler.end());
      const pooled = { store: new URL(pooler.url), blobs, listen: store };
      const [one, other] = [await open(pooled), await open(pooled)];
      const heard = Promise.withResolvers<string>();
      await other.bus.subscribe(({ jobId }) => heard.resolve(jobId));
      await one.bus.publish({ event: 'job-queued', jobId: 'a', nodeId: 'one' });
      expect(await heard.promise).toBe('a');
      // The queue, too: the poll that would find it otherwise comes every 5 s, and again after each.
      const taken = other.queue.take(new AbortController().signal, { operations: ['pdf/split'] });
      await one.queue.enqueue([{ jobId: 'b', operation: 'pdf/split', ownerId: null, rank: 0, delayMs: 0 }]);
      expect((await taken)?.jobId).toBe('b');
      await expect(open({ ...pooled, listen: urls().store })).rejects.toThrow('which is not the database of --store');
    },
    120_000,
  );

  test('a user who may create nothing needs the two schemas made for it, as the error says', async () => {
    await query('CREATE ROLE narrow LOGIN');
    await query('CREATE DATABASE narrow');
    const { store, blobs } = urls('narrow');
    const inside = database.connect({ connectionString: store.href });
    onTestFinished(() => inside.end());
    store.searchParams.set('user', 'narrow');
    await expect(open({ store, blobs })).rejects.toThrow(
      'grant CREATE on the database, or create the schemas platen and platen_queue for this user',
    );
    await inside.query('CREATE SCHEMA platen AUTHORIZATION narrow');
    await inside.query('CREATE SCHEMA platen_queue AUTHORIZATION narrow');
    for (const _ of ['the first node', 'a later one']) {
      const shared = await openSharedStores({ store, blobs }, ['pdf/split'], silentLogger);
      expect(await shared.jobs.counts()).toMatchObject({ queued: 0 });
      await shared.close();
    }
  });

  test('nodes work as a user who may change no table, once the tables were prepared by another', async () => {
    await query('CREATE DATABASE roles');
    const { store, blobs } = urls('roles');
    const program = join(postgresPrograms ?? '', 'psql');
    execFileSync(program, ['-q', '-v', 'ON_ERROR_STOP=1', '-f', rolesFile, store.href]);
    const as = (user: string) => {
      const url = new URL(store);
      url.searchParams.set('user', user);
      return url;
    };
    const node = { store: as('platen_node'), blobs };
    await expect(open(node, { migrate: false })).rejects.toThrow('run "platen migrate" first');
    await prepareSharedStores({ store: as('platen_owner'), blobs }, ['pdf/split'], silentLogger);
    const host = async (name: string, work: boolean) => {
      const shared = await open(node, { migrate: false });
      const platen = await createPlaten({ data: join(folder, name), ...shared, start: { work } });
      onTestFinished(() => platen.stop(0));
      return platen.engine;
    };
    const [taker] = await Promise.all([host('narrow-taker', false), host('narrow-worker', true)]);
    const path = join(folder, 'narrow.pdf');
    await writeFile(path, samplePdf);
    const { id } = await taker.submit({ operation: 'pdf/split', inputs: [path] });
    await expect.poll(async () => (await taker.get(id))?.state).toBe('completed');
    const inside = database.connect({ connectionString: as('platen_node').href });
    onTestFinished(() => inside.end());
    await expect(inside.query('ALTER TABLE platen.jobs ADD COLUMN mine text')).rejects.toThrow('must be owner');
    await expect(inside.query('CREATE TABLE platen.mine (id text)')).rejects.toThrow('permission denied');
  });

  describe('one bucket, one database', () => {
    const twoNames =
      /^the bucket \S+\/\w+ at \S+ belongs to the database \S+\/one_\w+ \(.*\); this is (a copy of it, )?\S+\/other_\w+ \(.*\):.*$/;

    async function makeDatabases(name: string) {
      await query(`CREATE DATABASE one_${name}`);
      await query(`CREATE DATABASE other_${name}`);
      return [urls(`one_${name}`, name), urls(`other_${name}`, name)] as const;
    }

    test('a node of another database refuses to start, with one line that names both', async () => {
      const [mine, theirs] = await makeDatabases('strangers');
      await open(mine);
      await open(mine);
      await expect(open(theirs)).rejects.toThrow(twoNames);
      const [check] = createSharedChecks(theirs).filter(({ name }) => name === 'owner of the bucket');
      await expect(check?.run()).rejects.toThrow(twoNames);
    });

    test('of two databases that start on one bucket at once, one has it', async () => {
      const both = await makeDatabases('raced');
      const opened = await Promise.allSettled([...both, ...both].map((each) => open(each)));
      const names = opened.map(({ status }, index) => (status === 'fulfilled' ? index % 2 : null));
      expect(new Set(names.filter((name) => name !== null)).size).toBe(1);
      expect(names.filter((name) => name === null)).toHaveLength(2);
    });

    test('a dump that is restored elsewhere is another database, until it takes the bucket over', async () => {
      const [mine, theirs] = await makeDatabases('copied');
      const first = await open(mine);
      await first.blobs.put('jobs/kept/in/0', Readable.from(['kept']));
      const dump = join(folder, 'copied.sql');
      execFileSync(join(postgresPrograms ?? '', 'pg_dump'), ['-n', 'platen', '-f', dump, mine.store.href]);
      execFileSync(join(postgresPrograms ?? '', 'psql'), ['-qf', dump, theirs.store.href]);
      await expect(open(theirs)).rejects.toThrow(/this is a copy of it, /);
      await prepareSharedStores(theirs, [], silentLogger, { takeBucket: true });
      const second = await open(theirs);
      expect(await text(await second.blobs.read('jobs/kept/in/0'))).toBe('kept');
      await expect(open(mine)).rejects.toThrow('/other_copied');
      // One that goes on running removes nothing any more: its sweep begins with this.
      await expect(first.blobs.removeUnfinished()).rejects.toThrow('/other_copied');
    });

    test('looking at a bucket does not mark it', async () => {
      const [mine, theirs] = await makeDatabases('looked_at');
      await prepareSharedStores({ store: mine.store, blobs: null }, [], silentLogger);
      const [check] = createSharedChecks(mine).filter(({ name }) => name === 'owner of the bucket');
      expect(await check?.run()).toContain('none yet');
      await open(theirs);
    });
  });

  test('a bucket that is not there is named, and no connection stays open', async () => {
    await expect(openSharedStores(urls('postgres', 'files', 'missing'), [], silentLogger)).rejects.toThrow(
      /^the bucket missing\/files at http\S+ cannot be used: there is no such bucket$/,
    );
    const pool = database.connect();
    const open = async () =>
      (
        await pool.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'platen'`,
        )
      ).rows[0]?.count;
    await expect.poll(open).toBe(0);
    await pool.end();
  });
});
