import { setTimeout as delay } from 'node:timers/promises';
import { createPgBossQueue, type PgBossQueue } from '@platen/pg-boss';
import { createPostgresStore } from '@platen/postgres';
import { failedOutcome, jobQueueSuite, sampleClaim, sampleItem, sampleJob, unbounded } from '@platen/testing';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgres,
} from '../../../stores/postgres/test/postgres-cluster.ts';
import { runReadme } from '../../../stores/postgres/test/run-readme.ts';

/** No rule of the suite is about time, and the machine may be loaded. */
const timeoutMs = 60_000;
const fastPollMs = 500;

describe.skipIf(postgresPrograms === null)('on a PostgreSQL server', () => {
  let cluster: PostgresCluster;
  let schemas = 0;

  beforeAll(async () => {
    cluster = await startPostgres();
  }, timeoutMs);
  afterAll(() => cluster.end());

  async function connect(schema: string, pollIntervalMs = fastPollMs) {
    const { host = '', user = '', database = '' } = cluster.connect().options;
    const boss = new PgBoss({ host, user, database, schema, max: 4, schedule: false, supervise: false });
    boss.on('error', () => {});
    await boss.start();
    const queue = await createPgBossQueue({ boss, schema, deliverySeconds: 1, pollIntervalMs, timeoutMs });
    const stop = async () => {
      await queue.close();
      await boss.stop({ graceful: false });
    };
    return { boss, queue, stop };
  }

  jobQueueSuite(async () => {
    schemas += 1;
    const schema = `queue_${schemas}`;
    const first = await connect(schema);
    const opened = [first];
    return {
      subject: first.queue,
      visibilityMs: 1_000,
      latencyMs: 3 * fastPollMs,
      async advance(ms) {
        await delay(ms);
        // What pg-boss does by itself once a minute.
        await first.boss.supervise();
      },
      async connect(): Promise<PgBossQueue> {
        const other = await connect(schema);
        opened.push(other);
        return other.queue;
      },
      async dispose() {
        for (const { stop } of opened) await stop();
      },
    };
  });

  test('the example of the README runs', async () => {
    vi.stubEnv('DATABASE_URL', cluster.url);
    await runReadme(new URL('../README.md', import.meta.url), {
      '@platen/pg-boss': await import('@platen/pg-boss'),
      'pg-boss': await import('pg-boss'),
    });
    vi.unstubAllEnvs();
  });

  test('items of a transaction are handed out once it is committed, and never when it is rolled back', async () => {
    const { queue, stop } = await connect('within');
    await queue.prepare(['pdf/merge']);
    const pool = cluster.connect();
    const client = await pool.connect();
    const db = { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) };
    for (const end of ['ROLLBACK', 'COMMIT']) {
      await client.query('BEGIN');
      await queue.enqueueWithin([sampleItem(end)], db);
      await client.query(end);
    }
    client.release();
    await pool.end();
    expect(await queue.size()).toBe(1);
    const taken = await queue.take(new AbortController().signal, { operations: ['pdf/merge'] });
    expect(taken?.jobId).toBe('COMMIT');
    await stop();
  });

  test('no statement reads a long queue', async () => {
    const { host = '', user = '', database = '' } = cluster.connect().options;
    const boss = new PgBoss({ host, user, database, schema: 'long', max: 4, schedule: false, supervise: false });
    boss.on('error', () => {});
    await boss.start();
    const sent = vi.spyOn(boss.getDb(), 'executeSql');
    const queue = await createPgBossQueue({ boss, schema: 'long', timeoutMs });
    const operations = ['pdf/merge', 'ocr', 'pdf/split'];
    await queue.prepare(operations);
    for (const operation of operations) {
      const items = Array.from({ length: 3_000 }, (_, rank) => ({
        ...sampleItem(`${operation}-${rank}`),
        operation,
        rank,
      }));
      await queue.enqueue(items);
    }
    const pool = cluster.connect();
    await pool.query('ANALYZE "long".job');
    sent.mockClear();
    await queue.enqueue([{ ...sampleItem('ocr-7'), operation: 'ocr' }]);
    await queue.remove('ocr-8');
    const taken = await queue.take(new AbortController().signal, { operations });
    await taken?.done();
    const statements = sent.mock.calls.filter(([text]) =>
      /start_after = given|int AS items FROM \(\s|DELETE FROM/.test(text),
    );
    expect(statements.length).toBeGreaterThanOrEqual(4);
    for (const [text, values = []] of statements) {
      const { rows } = await pool.query(`EXPLAIN ${text}`, [...values]);
      expect(JSON.stringify(rows)).not.toMatch(/Seq Scan on job/);
    }
    expect(await queue.size()).toBe(8_998);
    await pool.end();
    await queue.close();
    await boss.stop({ graceful: false });
  });

  test('the job store enqueues what it queues, in the same transaction', async () => {
    const { queue, stop } = await connect('with_store');
    const operations = ['pdf/merge'];
    await queue.prepare(operations);
    const { jobs } = await createPostgresStore({ pool: cluster.connect(), schema: 'with_jobs', timeoutMs, queue });
    const takeNow = async () => {
      const delivery = await queue.take(new AbortController().signal, { operations });
      await delivery?.done();
      return delivery?.jobId;
    };
    expect(jobs.enqueues).toBe(true);
    await jobs.insert(sampleJob('a', { operation: 'pdf/merge' }), unbounded);
    expect(await takeNow()).toBe('a');
    const claim = await jobs.claim('a', sampleClaim);
    const fence = claim.kind === 'claimed' ? claim.job.fence : 0;
    await jobs.release('a', fence, { durationMs: 0, delayMs: 0, countAttempt: false });
    expect(await takeNow()).toBe('a');
    await jobs.claim('a', sampleClaim);
    await jobs.requeueExpired({ delaysMs: [0], ignoreLeases: true });
    expect(await takeNow()).toBe('a');
    await jobs.close('a', { outcome: failedOutcome, durationMs: 0, retentionMs: 1_000, messages: [] });
    await jobs.retry('a', unbounded, null);
    expect(await takeNow()).toBe('a');
    await stop();
  });

  test('a node that has lost a connection looks by itself for what it may not hear of', async () => {
    const { boss, queue, stop } = await connect('deaf', 600_000);
    const operations = ['pdf/merge'];
    await queue.prepare(operations);
    const taken = queue.take(new AbortController().signal, { operations });
    await delay(200); // It has found nothing and waits.
    await queue.enqueueWithin([sampleItem('unheard')], boss.getDb());
    boss.emit('error', new Error('connection lost'));
    expect((await taken)?.jobId).toBe('unheard');
    await stop();
  });

  test('calls are refused while the server is down, and go on once it is back', async () => {
    const { queue, stop } = await connect('failing');
    const request = { operations: ['pdf/merge'] };
    await queue.enqueue([sampleItem('1')]);
    await cluster.stop();
    const down = { code: 'SERVICE_UNAVAILABLE' };
    await expect(queue.enqueue([sampleItem('2')])).rejects.toMatchObject(down);
    await expect(queue.take(new AbortController().signal, request)).rejects.toMatchObject(down);
    await cluster.start();
    expect((await queue.take(new AbortController().signal, request))?.jobId).toBe('1');
    await stop();
  });
});
