import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../benchmark.ts';
import type { DatabaseServer } from './database-server.ts';
import { figure } from './figures.ts';
import { enqueueWaiting } from './fill-history.ts';
import { pdfOf, submit } from './load.ts';
import type { Cluster } from './open-cluster.ts';

const idleMs = 30_000;

/** What nodes without work ask of the database. */
export async function measureIdle({ statements, nodes }: Cluster): Promise<readonly Figure[]> {
  await delay(5_000);
  const before = await statements();
  await delay(idleMs);
  const perSecond = (await statements()) - before;
  return [figure('statements a second and node, idle', '', perSecond / (idleMs / 1_000) / nodes.length, 5)];
}

const waitingJobs = 10_000;

/** What nodes ask with many waiting jobs: every lane holds one, and the rest of the queue waits behind them. Four nodes, since one is stopped. */
export async function measureWaiting({ nodes, key, database, heard, statements }: Cluster): Promise<readonly Figure[]> {
  const [api, stopped] = nodes;
  if (api === undefined || stopped === undefined) return [];
  const lanes = 4 * nodes.filter(({ role }) => role === 'worker').length;
  await stopped.kill();
  for (let index = 0; index < lanes; index += 1) {
    const { accepted } = await submit(api.url(), key, pdfOf(1_000), 600_000, `held-${index}.pdf`);
    if (accepted !== null) await heard.started(accepted.jobId, true);
  }
  await copyJobs(database, waitingJobs);
  await delay(settleMs);
  const before = await statements();
  await delay(idleMs);
  const perSecond = ((await statements()) - before) / (idleMs / 1_000);
  await database.pool.query('DELETE FROM platen_queue.job');
  await database.pool.query('DELETE FROM platen.jobs');
  await stopped.start();
  return [
    figure(`statements a second and node with ${waitingJobs} waiting jobs`, '', perSecond / (nodes.length - 1), 5),
  ];
}

/** Longer than the life of a node's report and of a leader, and than a refill of the queue. */
const settleMs = 65_000;

/** Queues that many jobs in store and queue, as copies of one that runs. */
async function copyJobs({ pool }: DatabaseServer, count: number): Promise<void> {
  const { rows } = await pool.query<{ column: string }>(
    `SELECT column_name AS column FROM information_schema.columns WHERE table_schema = 'platen' AND table_name = 'jobs'`,
  );
  const changed: Readonly<Record<string, string>> = {
    id: "'waiting-' || number",
    state: "'queued'",
    attempts: '0',
    fence: '0',
    node_id: 'NULL',
    lease_until: 'NULL',
    runs: "'[]'",
  };
  const names = rows.map(({ column }) => column);
  await pool.query(
    `INSERT INTO platen.jobs (${names.join(', ')})
     SELECT ${names.map((name) => changed[name] ?? name).join(', ')}
     FROM (SELECT * FROM platen.jobs LIMIT 1) sample, generate_series(1, $1) AS number`,
    [count],
  );
  await enqueueWaiting(pool);
}
