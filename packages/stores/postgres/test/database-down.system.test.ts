import { createServer } from 'node:net';
import { createPostgresStore } from '@platen/postgres';
import { sampleClaim, sampleJob, unbounded } from '@platen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresCluster, postgresPrograms, startPostgres } from './postgres-cluster.ts';

const down = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'store_unavailable' } };
const patientMs = 60_000;

describe.skipIf(postgresPrograms === null)('a PostgreSQL server that fails', () => {
  let cluster: PostgresCluster;

  beforeAll(async () => {
    cluster = await startPostgres();
  }, patientMs);
  afterAll(() => cluster.end());

  test('calls are refused while it is down, and go on once it is back', async () => {
    const { jobs } = await createPostgresStore({ pool: cluster.connect(), timeoutMs: patientMs });
    await jobs.insert(sampleJob('a'), unbounded);
    await cluster.stop();
    await expect(jobs.get('a')).rejects.toMatchObject(down);
    await expect(jobs.insert(sampleJob('b'), unbounded)).rejects.toMatchObject(down);
    await expect(createPostgresStore({ pool: cluster.connect() })).rejects.toMatchObject(down);
    await cluster.start();
    expect(await jobs.claim('a', sampleClaim)).toMatchObject({ kind: 'claimed' });
  });

  test('a listener hears again once the server is back', async () => {
    const { bus } = await createPostgresStore({ pool: cluster.connect(), schema: 'heard', timeoutMs: patientMs });
    const heard: string[] = [];
    await bus.subscribe(({ jobId }) => heard.push(jobId));
    await cluster.stop();
    await expect(bus.publish({ event: 'job-started', jobId: 'lost', nodeId: 'a' })).rejects.toMatchObject(down);
    await cluster.start();
    await expect
      .poll(async () => {
        await bus.publish({ event: 'job-started', jobId: 'heard', nodeId: 'a' });
        return heard;
      })
      .toContain('heard');
    await bus.close();
  });

  test('a call that waits for a lock or a connection for too long is refused, and leaves nothing behind', async () => {
    const patient = await createPostgresStore({ pool: cluster.connect(), schema: 'locked', timeoutMs: patientMs });
    await patient.jobs.insert(sampleJob('a'), unbounded);
    const pool = cluster.connect({ max: 1 });
    const hasty = await createPostgresStore({ pool, schema: 'locked', timeoutMs: 1_500 });
    const other = await cluster.connect().connect();
    await other.query('BEGIN');
    await other.query('SELECT * FROM locked.jobs FOR UPDATE');
    const calls = [1, 2, 3].map(() => hasty.jobs.claim('a', sampleClaim));
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: down });
    await other.query('ROLLBACK');
    other.release();
    expect(await patient.jobs.claim('a', sampleClaim)).toMatchObject({ kind: 'claimed', job: { attempts: 1 } });
  });
});

test('a server that takes connections and says nothing is refused within the deadline', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  const { default: pg } = await import('pg');
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'platen', connectionTimeoutMillis: 5_000 });
  await expect(createPostgresStore({ pool, timeoutMs: 300 })).rejects.toMatchObject(down);
  silent.close();
});
