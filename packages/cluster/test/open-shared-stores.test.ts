import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConversionEngine, silentLogger } from '@platen/core';
import { createPlaten } from '@platen/host';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type S3Server, s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import { openSharedRecords, openSharedStores } from '../src/index.ts';
import { pgbouncerProgram, startPgBouncer } from './pgbouncer.ts';

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
  }, 120_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([database.end(), bucket.end()]);
    await rm(folder, { recursive: true, force: true });
  });

  const urls = (bucketName = bucket.bucket) => ({
    store: new URL(database.url),
    blobs: new URL(`s3://${bucketName}/files?endpoint=${encodeURIComponent(bucket.endpoint)}`),
  });

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
    await expect.poll(async () => (await taker.get(id))?.state, { timeout: 60_000 }).toBe('completed');

    const records = await openSharedRecords(urls().store);
    onTestFinished(() => records.close());
    expect((await records.jobs.get(id))?.outputs).toHaveLength(1);
  }, 120_000);

  test('after a restore of the records, without the queue, results are there and jobs that ended later run again', async () => {
    const admin = database.connect();
    onTestFinished(() => admin.end());
    await admin.query('CREATE DATABASE restored');
    const store = new URL(database.url);
    store.pathname = '/restored';
    const open = async (work: boolean) => {
      const shared = await openSharedStores({ ...urls(), store }, ['pdf/split'], silentLogger);
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
      expect.poll(async () => (await engine.get(id))?.state, { timeout: 60_000 }).toBe(state);

    const worker = await open(true);
    const kept = await submit(worker.engine);
    await isAt(worker.engine, kept, 'completed');
    await worker.close();
    const taker = await open(false);
    const [ended, cancelled] = [await submit(taker.engine), await submit(taker.engine)];
    const program = join(postgresPrograms ?? '', 'pg_dump');
    const dump = execFileSync(program, ['-n', 'platen', '-f', join(folder, 'dump.sql'), store.href]);
    expect(dump.toString()).toBe('');
    await taker.engine.cancel(cancelled);
    await taker.close();
    const other = await open(true);
    await isAt(other.engine, ended, 'completed');
    await other.close();

    const inside = database.connect({ connectionString: store.href });
    onTestFinished(() => inside.end());
    await inside.query('DROP SCHEMA platen CASCADE');
    await inside.query('DROP SCHEMA platen_queue CASCADE');
    execFileSync(join(postgresPrograms ?? '', 'psql'), ['-qf', join(folder, 'dump.sql'), store.href]);
    const restored = await open(true);
    // Its file was removed with its first end; that of the other was kept.
    await isAt(restored.engine, ended, 'failed');
    await isAt(restored.engine, cancelled, 'completed');
    expect(await text(await restored.engine.open(kept, 0))).toContain('%PDF-');
    await restored.close();
  }, 120_000);

  test.skipIf(pgbouncerProgram === null).each(['session', 'transaction'] as const)(
    'a node starts and works behind PgBouncer with its defaults, in %s mode (needs pgbouncer)',
    async (mode) => {
      const admin = database.connect();
      onTestFinished(() => admin.end());
      await admin.query(`CREATE DATABASE pooled_${mode}`);
      const server = new URL(database.url);
      server.pathname = `/pooled_${mode}`;
      const pooler = await startPgBouncer(server, mode);
      onTestFinished(() => pooler.end());
      const shared = await openSharedStores({ ...urls(), store: new URL(pooler.url) }, ['pdf/split'], silentLogger);
      onTestFinished(() => shared.close());
      const platen = await createPlaten({ data: join(folder, `pooled-${mode}`), ...shared });
      onTestFinished(() => platen.stop(0));
      const path = join(folder, 'one.pdf');
      await writeFile(path, samplePdf);
      const jobs = await Promise.all(
        Array.from({ length: 5 }, () => platen.engine.submit({ operation: 'pdf/split', inputs: [path] })),
      );
      const states = async () => Promise.all(jobs.map(async ({ id }) => (await platen.engine.get(id))?.state));
      await expect.poll(states, { timeout: 60_000 }).toEqual(jobs.map(() => 'completed'));
    },
    120_000,
  );

  test('a user who may create nothing needs the two schemas made for it, as the error says', async () => {
    const admin = database.connect();
    onTestFinished(() => admin.end());
    await admin.query('CREATE ROLE narrow LOGIN');
    await admin.query('CREATE DATABASE narrow');
    const store = new URL(database.url);
    store.pathname = '/narrow';
    const inside = database.connect({ connectionString: store.href });
    onTestFinished(() => inside.end());
    store.searchParams.set('user', 'narrow');
    const open = () => openSharedStores({ ...urls(), store }, ['pdf/split'], silentLogger);
    await expect(open()).rejects.toThrow('CREATE on the database, or the schemas platen and platen_queue made for it');
    await inside.query('CREATE SCHEMA platen AUTHORIZATION narrow');
    await inside.query('CREATE SCHEMA platen_queue AUTHORIZATION narrow');
    for (const _ of ['the first node', 'a later one']) {
      const shared = await open();
      expect(await shared.jobs.counts()).toMatchObject({ queued: 0 });
      await shared.close();
    }
  });

  test('a bucket that is not there is named, and no connection stays open', async () => {
    await expect(openSharedStores(urls('missing'), [], silentLogger)).rejects.toThrow(
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
