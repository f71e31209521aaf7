import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPostgresStore } from '@platen/postgres';
import type pg from 'pg';
import { cpuMsOf } from './answers/start-node.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { setting } from './cluster/cluster-settings.ts';
import { copyOperation } from './cluster/copy-operation.ts';
import { type DatabaseServer, startDatabase } from './cluster/database-server.ts';
import { figure } from './cluster/figures.ts';
import { enqueueWaiting, fillHistory, history } from './cluster/fill-history.ts';
import type { SimulatedLoad } from './simulation/simulated-nodes.ts';
import { type StatementCost, statementCosts, watchWaits } from './simulation/statement-costs.ts';

const nodes = setting('NODES', 24);
const processes = 2;
const perSecond = setting('JOBS_PER_SECOND', 40);
const phaseMs = 1_000 * setting('PHASE_SECONDS', 30);
/** What a flush of the log takes on a disk behind a network, in addition to this disk. */
const slowFlushMs = setting('FLUSH_MS', 5);
const settleMs = 10_000;
/** A statement with less of the time than this is not listed. */
const leastShare = 0.01;

/** Under which load everything is looked at. */
interface Phase {
  readonly name: string;
  readonly perSecond: number;
  readonly owners: number;
  /** Jobs that wait when it begins. */
  readonly waiting: number;
  readonly flushMs: number;
}

const idle: Phase = { name: 'idle', perSecond: 0, owners: 1, waiting: 0, flushMs: 0 };
const phases: readonly Phase[] = [
  idle,
  { ...idle, name: 'many owners', perSecond, owners: 500 },
  { ...idle, name: 'many owners, slow disk', perSecond, owners: 500, flushMs: slowFlushMs },
  { ...idle, name: 'one owner, slow disk', perSecond, owners: 1, flushMs: slowFlushMs },
  { ...idle, name: `${history.waiting} jobs waiting`, perSecond: perSecond / 4, owners: 500, waiting: history.waiting },
];

const wanted = process.env.PLATEN_SIMULATION_PHASES?.split(',');
const script = fileURLToPath(new URL('./simulation/simulated-nodes.ts', import.meta.url));
const lines: string[] = [];

/** More nodes than this machine could run, on the real statements of the stores: what is full first. */
export const benchmark: Benchmark = {
  name: 'simulation',
  description: `${nodes} nodes in ${processes} processes, each with connections, queue and engine of its own, on one PostgreSQL with ${history.ended} jobs that ended; work takes no time, and files stay in memory. ${perSecond} jobs a second where nothing else is said; a slow disk takes ${slowFlushMs} ms more for a flush.`,
  async run() {
    // Beside the sources: a temporary folder may be in memory.
    const folder = await mkdtemp(join(import.meta.dirname, '.simulation-'));
    await chmod(folder, 0o755);
    const own = join(folder, 'database-server');
    mkdirSync(own);
    const database = await startDatabase(own, { maxConnections: 16 * nodes + 50 });
    const children: ChildProcess[] = [];
    try {
      const address = `postgres://platen@127.0.0.1:${database.port}/postgres`;
      for (let index = 0; index < processes; index += 1) {
        children.push(await startNodes(address, folder, nodes / processes));
        if (index === 0) await fillHistory(database.pool, 'bench/nobody');
      }
      const figures: Figure[] = [];
      for (const phase of phases) {
        if (wanted?.includes(phase.name) ?? true) figures.push(...(await measurePhase(phase, database, children)));
      }
      return figures;
    } finally {
      for (const child of children) child.kill('SIGKILL');
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  notes: () => lines.join('\n'),
};

async function startNodes(address: string, folder: string, count: number): Promise<ChildProcess> {
  const child = fork(script, [address, folder, `${count}`, `${count / 4}`], {
    execArgv: ['--conditions=@platen/source'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`simulated nodes ended with ${code}`))),
  ]);
  return child;
}

async function measurePhase(
  phase: Phase,
  database: DatabaseServer,
  children: readonly ChildProcess[],
): Promise<readonly Figure[]> {
  const { pool } = database;
  await pool.query(`ALTER SYSTEM SET commit_delay = ${phase.flushMs * 1_000}`);
  await pool.query(`ALTER SYSTEM SET commit_siblings = 0`);
  await pool.query('SELECT pg_reload_conf()');
  if (phase.waiting > 0) await queueJobs(pool, phase.waiting);
  ask(children, phase);
  await delay(settleMs);
  const before = await look(pool, children);
  await pool.query('SELECT pg_stat_statements_reset()');
  const waits = watchWaits(pool);
  await delay(phaseMs);
  const { waits: found, mostConnections } = await waits.stop();
  const after = await look(pool, children);
  const costs = await statementCosts(pool);
  ask(children, idle);
  await drain(pool);
  const seconds = (after.at - before.at) / 1_000;
  const jobs = after.ended - before.ended;
  const each = (what: 'databaseMs' | 'nodesMs' | 'commits' | 'flushes') =>
    (after[what] - before[what]) / Math.max(1, jobs);
  report(phase, costs, found, jobs, after.databaseMs - before.databaseMs, seconds);
  const named = (what: string, unit: string, ours: number) => figure(`${phase.name}: ${what}`, unit, ours);
  const shared = [
    named('connections a node, at most', '', mostConnections / nodes),
    named('processor of PostgreSQL', 'ms/s', (after.databaseMs - before.databaseMs) / seconds),
    named('statements a second and node', '', costs.reduce((sum, { calls }) => sum + calls, 0) / seconds / nodes),
  ];
  if (jobs === 0) return shared;
  return [
    ...shared,
    named('jobs that ended a second', '', jobs / seconds),
    named('processor of PostgreSQL a job', 'ms', each('databaseMs')),
    named('processor of the nodes a job', 'ms', each('nodesMs')),
    named('commits a job', '', each('commits')),
    named('flushes of the log a job', '', each('flushes')),
    named('connections that wait for locks, on average', '', sum(found.filter(([what]) => what.startsWith('Lock')))),
  ];
}

function sum(waits: readonly (readonly [string, number])[]): number {
  return waits.reduce((total, [, count]) => total + count, 0);
}

function ask(children: readonly ChildProcess[], phase: Phase): void {
  const load: SimulatedLoad = { perSecond: phase.perSecond / processes, owners: phase.owners };
  for (const child of children) child.send(load);
}

async function look(pool: pg.Pool, children: readonly ChildProcess[]) {
  const store = await createPostgresStore({ pool, migrate: false });
  const usage = await store.jobs.usage({ fromDay: '2000-01-01', toDay: '2999-12-31' });
  await store.bus.close();
  const { rows } = await pool.query<{ commits: string; flushes: string }>(
    `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       (SELECT wal_sync FROM pg_stat_wal) AS flushes`,
  );
  return {
    at: performance.now(),
    ended: usage.reduce((total, { completed }) => total + completed, 0),
    databaseMs: await databaseCpuMs(pool),
    nodesMs: children.reduce((total, { pid = 0 }) => total + cpuMsOf(pid), 0),
    commits: Number(rows[0]?.commits),
    flushes: Number(rows[0]?.flushes),
  };
}

/** Of the server with all its processes, those that have ended included: their parent knows. */
async function databaseCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const living = rows.reduce((total, { pid }) => total + cpuMsOf(pid), 0);
  const parent = Number(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  return living + cpuMsOf(parent, true);
}

async function queueJobs(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `UPDATE platen.jobs SET operation = $1 WHERE id IN (SELECT id FROM platen.jobs WHERE state = 'queued' AND operation <> $1 LIMIT $2)`,
    [copyOperation.name, count],
  );
  await enqueueWaiting(pool);
  await pool.query('ANALYZE platen.jobs; ANALYZE platen_queue.job');
}

/** What is still queued is taken away, so that phases do not see each other's. */
async function drain(pool: pg.Pool): Promise<void> {
  await delay(2_000);
  await pool.query(`DELETE FROM platen_queue.job WHERE name = $1`, [copyOperation.name]);
  await pool.query(`DELETE FROM platen.jobs WHERE state = 'queued' AND operation = $1`, [copyOperation.name]);
  await delay(2_000);
}

function report(
  { name }: Phase,
  costs: readonly StatementCost[],
  waits: readonly (readonly [string, number])[],
  jobs: number,
  databaseMs: number,
  seconds: number,
): void {
  const totalMs = costs.reduce((total, cost) => total + cost.totalMs, 0);
  const per = jobs > 0 ? 'job' : 'second and node';
  const units = jobs > 0 ? jobs : seconds * nodes;
  lines.push(
    `### ${name}`,
    '',
    `| statement | calls a ${per} | ms a call | least | share of the time | processor a ${per} |`,
    '| --- | --: | --: | --: | --: | --: |',
    ...costs
      .filter((cost) => cost.totalMs / totalMs >= leastShare)
      .map(({ text, calls, totalMs: ms, leastMs }) =>
        [
          `| \`${text}\` `,
          ` ${(calls / units).toFixed(2)} `,
          ` ${(ms / calls).toFixed(2)} `,
          ` ${leastMs.toFixed(3)} `,
          ` ${((100 * ms) / totalMs).toFixed(0)} % `,
          ` ${((databaseMs * ms) / totalMs / units).toFixed(3)} ms |`,
        ].join('|'),
      ),
    '',
    '| connections that | on average |',
    '| --- | --: |',
    ...waits.slice(0, 8).map(([what, count]) => `| ${what} | ${count.toFixed(2)} |`),
    '',
  );
  console.error(lines.slice(lines.lastIndexOf(`### ${name}`)).join('\n'));
}
