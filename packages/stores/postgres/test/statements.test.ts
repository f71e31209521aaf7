import { createPostgresStore, type PostgresStore } from '@platen/postgres';
import { sampleClaim, sampleJob, unbounded } from '@platen/testing';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresCluster, postgresPrograms, startPostgres } from './postgres-cluster.ts';

/** Rows of history; more before a release: the bounds stay. A tenth of them deliveries that wait for one dead endpoint. */
const endedRows = Number(process.env.PLATEN_VOLUME_ROWS ?? 60_000);
const waitingRows = Math.min(50_000, endedRows / 60);
/** What a statement may read: the counts of three states up to 10 000 each, or the jobs that wait, and some more. */
const mostRows = 3 * 10_000 + 2 * waitingRows + 2_000;
const timeoutMs = 1_800_000;
const unknownJob = '00000000-0000-0000-0000-000000000000';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

describe.skipIf(postgresPrograms === null)('with much history', () => {
  let cluster: PostgresCluster;
  let pool: Pool;
  let store: PostgresStore;
  const statements: Statement[] = [];

  beforeAll(async () => {
    cluster = await startPostgres();
    pool = cluster.connect();
    record(pool, statements);
    store = await createPostgresStore({ pool, timeoutMs });
    await fill(pool);
  }, timeoutMs);
  afterAll(() => cluster.end());

  /** What the statements of these calls read, the most first. */
  async function readBy(calls: () => Promise<unknown>): Promise<readonly string[]> {
    statements.length = 0;
    await calls();
    const seen = statements.filter(({ text }) => /^\s*(?:\(|SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(text));
    expect(seen.length).toBeGreaterThan(0);
    const costly: string[] = [];
    for (const statement of seen.slice()) {
      const nodes = await explain(pool, statement);
      const rows = Math.max(...nodes.map(rowsOf));
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isLarge(node));
      if (rows > mostRows || scanned.length > 0) costly.push(`${rows} rows: ${statement.text.replace(/\s+/g, ' ')}`);
    }
    return costly;
  }

  const one = { limit: 10, perUrl: 3, perOwner: 6, underWay: [], holdMs: 600_000 };
  test.each<readonly [string, (store: PostgresStore) => Promise<unknown>]>([
    ['what is unfinished', ({ jobs }) => jobs.backlog()],
    ['what is overdue', ({ jobs }) => jobs.overdue()],
    ['whether anything can be written', ({ jobs }) => jobs.checkWrite()],
    ['deliveries that are overdue', ({ webhookStore }) => webhookStore.overdue()],
    ['counts of all', ({ jobs }) => jobs.counts()],
    ['counts of an owner', ({ jobs }) => jobs.counts('owner-1')],
    ['counts of no owner', ({ jobs }) => jobs.counts(null)],
    ['the standing of an owner', ({ jobs }) => jobs.standing('owner-1')],
    ['a page of all', ({ jobs }) => jobs.list({})],
    ['a page of a state that is rare', ({ jobs }) => jobs.list({ states: ['cancelled', 'queued'] })],
    ['a page of an owner', ({ jobs }) => jobs.list({ ownerId: 'owner-1' })],
    ['a page of a state of an owner', ({ jobs }) => jobs.list({ ownerId: 'owner-1', states: ['cancelled'] })],
    ['the oldest that wait', ({ jobs }) => jobs.list({ states: ['queued'], order: 'oldest' }, { limit: 1_000 })],
    ['an operation that is rare', ({ jobs }) => jobs.list({ operations: ['ocr'] })],
    ['a text that nothing has', ({ jobs }) => jobs.list({ text: 'nothing.pdf' })],
    ['an id', ({ jobs }) => jobs.list({ text: 'ended-17' })],
    ['jobs that come', ({ jobs }) => Promise.all([1, 2, 3].map((n) => jobs.insert(sampleJob(`new-${n}`), unbounded)))],
    [
      'a job of bounds',
      ({ jobs }) => jobs.insert(sampleJob('bounded'), { quotaPerMonth: 9, maxQueued: 1e9, maxQueuedPerOwner: 9 }),
    ],
    [
      'claims',
      ({ jobs }) =>
        Promise.all(['new-1', 'new-2'].map((id) => jobs.claim(id, { ...sampleClaim, maxRunningPerOwner: 2 }))),
    ],
    ['renewals', ({ jobs }) => jobs.renew([{ id: 'new-1', fence: 1, progress: 5, durationMs: 1 }], 1_000)],
    [
      'an end',
      ({ jobs }) =>
        jobs.close('new-1', { outcome: { state: 'cancelled' }, durationMs: 0, retentionMs: 9, messages: [] } as never),
    ],
    ['lost leases', ({ jobs }) => jobs.requeueExpired({ delaysMs: [10] })],
    ['what is due to be purged', ({ jobs }) => jobs.takePurgeable({ limit: 100, holdMs: 1_000 })],
    ['messages', ({ jobs }) => jobs.outbox.take({ limit: 100, holdMs: 1_000 })],
    ['usage of a month', ({ jobs }) => jobs.usage({ fromDay: '2026-11-01', toDay: '2026-11-30' })],
    ['deliveries that are due', ({ webhookStore }) => webhookStore.takeDeliveries(one)],
    ['deliveries of an endpoint', ({ webhookStore }) => webhookStore.listDeliveries({ endpointId: 'quiet' }, 100)],
    ['parked deliveries', ({ webhookStore }) => webhookStore.listDeliveries({ states: ['parked'] }, 100)],
    [
      'parked deliveries of an endpoint',
      ({ webhookStore }) => webhookStore.listDeliveries({ endpointId: 'dead', states: ['parked'] }, 100),
    ],
    ['deliveries of an event', ({ webhookStore }) => webhookStore.listDeliveries({ eventId: 'ended-3' }, 100)],
    [
      'a result of a delivery',
      ({ webhookStore }) => webhookStore.settleDelivery('ended-3', 'quiet', { state: 'delivered' }),
    ],
    ['deliveries to be forgotten', ({ webhookStore }) => webhookStore.purgeDeliveries(0)],
    ['a replay', ({ webhookStore }) => webhookStore.replayDeliveries({ states: ['parked'], endpointId: 'dead' })],
    ['a request of a key', ({ rateLimiter }) => rateLimiter.take('key', { limit: 60, windowMs: 60_000 })],
    ['the nodes', ({ nodes }) => nodes.list()],
    ['a record', ({ jobs }) => jobs.get('ended-17')],
    ['a record that is not there, as readiness asks for it', ({ jobs }) => jobs.get(unknownJob)],
    ['a key', ({ keys }) => keys.findByHash('f'.repeat(64))],
    ['what is removed', ({ jobs }) => jobs.removeAll(['ended-18', 'ended-19'])],
  ])(
    'no statement reads it: %s',
    async (_name, call) => {
      expect(await readBy(() => call(store))).toEqual([]);
    },
    timeoutMs,
  );
});

/** Keeps what clients of the pool send. */
function record(pool: Pool, statements: Statement[]): void {
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(...given: unknown[]) {
        const [first, second] = given;
        if (typeof first === 'object' && first !== null && 'text' in first) {
          const { text, values = [] } = first as Statement;
          statements.push({ text, values });
        } else if (typeof first === 'string')
          statements.push({ text: first, values: Array.isArray(second) ? second : [] });
        return send(...given);
      },
    });
  });
}

async function explain(pool: Pool, { text, values }: Statement): Promise<readonly PlanNode[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL search_path = platen');
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    return flatten(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

function flatten(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function rowsOf(node: PlanNode): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  return (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'];
}

function isLarge(node: PlanNode): boolean {
  return ['jobs', 'webhook_deliveries'].includes(node['Relation Name'] ?? '') && rowsOf(node) > 0;
}

async function fill(pool: Pool): Promise<void> {
  const columns = `id, owner_id, operation, options, limits, state, progress, attempts, releases, fence, available_at,
    created_at, updated_at, correlation_id, inputs, input_count, input_bytes, outputs, output_count, output_bytes, warnings,
    runs, file_name, purge_at`;
  const values = (
    id: string,
    state: string,
  ) => `${id}, 'owner-' || n % 5, CASE n % 7 WHEN 0 THEN 'pdf/merge' ELSE 'pdf/to-word' END,
    '{}', '{}', ${state}, 0, 0, 0, 0, 0, n, n, 'c' || n, '[]', 0, 0, '[]', 0, 0, '[]', '[]', 'report.pdf'`;
  const ended = "CASE WHEN n % 10 < 7 THEN 'completed' ELSE 'failed' END";
  await pool.query(`SET search_path = platen;
    INSERT INTO jobs (${columns}) SELECT ${values("'ended-' || n", ended)}, 4102444800000 FROM generate_series(1, ${endedRows}) AS n;
    INSERT INTO jobs (${columns}) SELECT ${values("'waits-' || n", "'queued'")}, NULL FROM generate_series(1, ${waitingRows}) AS n;
    INSERT INTO usage_days SELECT '2026-10-' || n % 30, 'o' || n, 'ocr', 1, 1, 1, 1, 1, 1 FROM generate_series(1, 5000) AS n;
    INSERT INTO webhook_deliveries (event_id, endpoint_id, job_id, event, body, created_at, state, attempts, begun_at,
      updated_at, available_at)
    SELECT 'ended-' || n, CASE WHEN n % 10 = 0 THEN 'dead' ELSE 'quiet' END, 'j', 'job.completed', '{}', n,
      CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'delivered' END, 0, n, n, n FROM generate_series(1, ${endedRows}) AS n;
    RESET search_path`);
  await pool.query('VACUUM ANALYZE');
}
