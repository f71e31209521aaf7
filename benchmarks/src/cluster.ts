import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Figure } from './benchmark.ts';
import type { DatabaseServer } from './cluster/database-server.ts';
import { measureDispatch } from './cluster/dispatch.ts';
import { figure, percentile } from './cluster/figures.ts';
import { isOutputRight, type Load, pdfOf, startLoad, submit } from './cluster/load.ts';
import type { Cluster } from './cluster/open-cluster.ts';
import { openCluster } from './cluster/open-cluster.ts';

const setting = (name: string, otherwise: number) => Number(process.env[`PLATEN_CLUSTER_${name}`] ?? otherwise);
/** `PLATEN_CLUSTER_KILLS=500`, `_RESTARTS`, `_PARTITION_SECONDS`, `_REFUSAL_SECONDS` and `_CANCELLATIONS` make the long run. */
const kills = setting('KILLS', 20);
const restarts = setting('RESTARTS', 5);
const partitionMs = 1_000 * setting('PARTITION_SECONDS', 20);
const refusalMs = 1_000 * setting('REFUSAL_SECONDS', 60);
const cancellations = setting('CANCELLATIONS', 40);

/** `PLATEN_CLUSTER_PARTS=kills,leftovers` runs some of the parts; all of them when not given. */
const wantedParts = process.env.PLATEN_CLUSTER_PARTS?.split(',');
const isWanted = (part: string) => wantedParts?.includes(part) ?? true;

const leaseMs = 15_000;
/** Beyond this, jobs count as lost: longer than every backoff of a node that lost a store. */
const patienceMs = 240_000;
/** Silent for twice the life of a report, a node counts as dead and its files go: after that, and a search. */
const orphanMs = 100_000;

/** What two nodes that take jobs in and three that work survive, on one machine with PostgreSQL and versitygw. */
export const benchmark: Benchmark = {
  name: 'cluster',
  description: `Two nodes that take jobs in over HTTP and three that work, each a process with a folder of its own, on one PostgreSQL (pg-boss, fsync on) and one S3 server (versitygw). The operation copies its input. ${kills} kills, ${restarts} restarts, ${partitionMs / 1000} s partitions, ${refusalMs / 1000} s of 503.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-cluster-'));
    // The database runs as a user of its own.
    await chmod(folder, 0o755);
    mkdirSync(join(folder, 'nodes'));
    const figures: Figure[] = [];
    const note = (found: readonly Figure[]) => {
      figures.push(...found);
      for (const { name, ours, unit } of found) console.error(`${name}: ${ours} ${unit}`);
    };
    try {
      if (isWanted('dispatch')) note(await measureDispatch(folder));
      const wanted = parts.filter(([name]) => isWanted(name));
      if (wanted.length === 0) return figures;
      const cluster = await openCluster(folder);
      try {
        for (const [, measure] of wanted) note(await measure(cluster));
      } finally {
        await cluster.end();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return figures;
  },
};

/** In their order: what is left over is looked for last. */
const parts: readonly (readonly [name: string, measure: (cluster: Cluster) => Promise<readonly Figure[]>])[] = [
  ['idle', measureIdle],
  ['waiting', measureWaiting],
  ['cancellations', measureCancellations],
  ['kills', measureKills],
  ['restarts', measureRestarts],
  ['database', (cluster) => measurePartition(cluster, 'database')],
  ['bucket', (cluster) => measurePartition(cluster, 'bucket')],
  ['refusals', measureRefusals],
  ['leftovers', measureLeftovers],
];

const idleMs = 30_000;

async function measureIdle({ statements, nodes }: Cluster): Promise<readonly Figure[]> {
  await delay(5_000);
  const before = await statements();
  await delay(idleMs);
  const perSecond = (await statements()) - before;
  return [figure('statements a second and node, idle', '', perSecond / (idleMs / 1_000) / nodes.length, 5)];
}

const waitingJobs = 10_000;

/** Every lane holds a job, and the rest of the queue waits behind them: four nodes, since one is stopped meanwhile. */
async function measureWaiting({ nodes, key, database, heard, statements }: Cluster): Promise<readonly Figure[]> {
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
  await pool.query(
    `INSERT INTO platen_queue.job (name, data, singleton_key, policy)
     SELECT operation, json_build_object('jobId', id, 'operation', operation, 'ownerId', owner_id, 'rank', 0), id, 'short'
     FROM platen.jobs WHERE state = 'queued'`,
  );
}

async function measureCancellations({ nodes, key, heard }: Cluster): Promise<readonly Figure[]> {
  const [api] = nodes;
  if (api === undefined) return [];
  const cancelMs: number[] = [];
  const eventMs: number[] = [];
  for (let index = 0; index < cancellations; index += 1) {
    const fileName = `cancel-${index}.pdf`;
    const { accepted } = await submit(api.url(), key, pdfOf(1_000), 60_000, fileName);
    if (accepted === null) continue;
    const { jobId } = accepted;
    const [local, remote] = await Promise.all([heard.started(jobId, true), heard.started(jobId, false)]);
    eventMs.push(remote - local);
    // Its input is fetched first: a job that was not begun yet is not stopped either.
    await delay(500);
    api.order({ cancel: jobId });
    const [asked, aborted] = await Promise.all([heard.cancelled(jobId), heard.aborted(fileName)]);
    cancelMs.push(aborted - asked);
  }
  return [
    figure('an event on another node, 95th percentile', 'ms', percentile(eventMs, 95), 500),
    figure(
      'from a cancellation on one node to the stop on another, 95th percentile',
      'ms',
      percentile(cancelMs, 95),
      500,
    ),
  ];
}

async function measureKills(cluster: Cluster): Promise<readonly Figure[]> {
  const { nodes, database } = cluster;
  const load = loadOf(cluster);
  const killed: { readonly nodeId: string; readonly at: number }[] = [];
  for (let count = 0; count < kills; count += 1) {
    const node = nodes[randomInt(nodes.length)];
    await delay(randomInt(200, 2_000));
    if (node === undefined) continue;
    killed.push({ nodeId: node.nodeId(), at: Date.now() });
    await node.kill();
    await node.start();
  }
  const ends = await settle(cluster, load);
  /** By how often the job had lost its worker before: after a second loss it waits a lease longer, on purpose. */
  const recoveredMs: { readonly first: number[]; readonly later: number[] } = { first: [], later: [] };
  const { rows } = await database.pool.query<{ runs: string }>('SELECT runs FROM platen.jobs');
  for (const { runs } of rows) {
    const attempts = JSON.parse(runs) as readonly { nodeId: string; startedAt: number; end: string | null }[];
    for (const [index, { nodeId, end }] of attempts.entries()) {
      const next = attempts[index + 1];
      const kill = killed.find((candidate) => candidate.nodeId === nodeId);
      if (end !== 'expired' || next === undefined || kill === undefined) continue;
      recoveredMs[index === 0 ? 'first' : 'later'].push(next.startedAt - kill.at);
    }
  }
  return [
    figure('kill -9 of random nodes under load', '', killed.length),
    figure('jobs accepted meanwhile', '', load.accepted.length),
    ...endFigures('kills', ends),
    figure('jobs whose worker was killed', '', recoveredMs.first.length),
    figure(
      'from the kill of a worker to the next start of its job, median',
      's',
      percentile(recoveredMs.first, 50) / 1_000,
    ),
    figure(
      'from the kill of a worker to the next start of its job, 95th percentile',
      's',
      percentile(recoveredMs.first, 95) / 1_000,
      leaseMs / 1_000 + 5,
    ),
    figure('jobs whose worker was killed again', '', recoveredMs.later.length),
    figure(
      'from a further kill to the next start, 95th percentile (with the longer wait)',
      's',
      percentile(recoveredMs.later, 95) / 1_000,
    ),
  ];
}

async function measureRestarts(cluster: Cluster): Promise<readonly Figure[]> {
  const load = loadOf(cluster);
  const pickUpMs: number[] = [];
  for (let count = 0; count < restarts; count += 1) {
    await delay(randomInt(1_000, 3_000));
    await cluster.database.restart();
    const back = Date.now();
    const first = await cluster.heard.nextStart();
    pickUpMs.push(first - back);
  }
  const ends = await settle(cluster, load);
  return [
    figure('immediate restarts of PostgreSQL under load', '', restarts),
    ...endFigures('restarts', ends),
    figure('first job begun after PostgreSQL is back, median', 'ms', percentile(pickUpMs, 50)),
    figure('first job begun after PostgreSQL is back, 95th percentile', 'ms', percentile(pickUpMs, 95)),
    figure('first job begun after PostgreSQL is back, 99th percentile', 'ms', percentile(pickUpMs, 99), 500),
  ];
}

async function measurePartition(cluster: Cluster, from: 'database' | 'bucket'): Promise<readonly Figure[]> {
  const load = loadOf(cluster);
  await delay(3_000);
  for (const node of cluster.nodes) node[from].set('silent');
  const begunAt = performance.now();
  await delay(partitionMs);
  const during = load.answered.filter(({ startedAt }) => startedAt >= begunAt);
  for (const node of cluster.nodes) node[from].set('pass');
  const ends = await settle(cluster, load);
  const slow = during.filter(({ status, tookMs }) => status !== 503 || tookMs > 2_000);
  const what = `partition from the ${from}`;
  return [
    figure(`submissions during a ${what}`, '', during.length),
    figure(`of them not answered 503 within 2 s, ${what}`, '', slow.length, 0),
    figure(`slowest answer, ${what}`, 'ms', Math.max(0, ...during.map(({ tookMs }) => tookMs)), 2_000),
    ...endFigures(what, ends),
    figure(`jobs with more than one attempt counted, ${what}`, '', ends.retried, 0),
  ];
}

async function measureRefusals(cluster: Cluster): Promise<readonly Figure[]> {
  const load = loadOf(cluster);
  await delay(3_000);
  for (const node of cluster.nodes) node.bucket.set('refuse');
  await delay(refusalMs);
  for (const node of cluster.nodes) node.bucket.set('pass');
  const ends = await settle(cluster, load);
  return endFigures('S3 answering 503', ends);
}

async function measureLeftovers({ orphans, unfinishedUploads }: Cluster): Promise<readonly Figure[]> {
  await delay(orphanMs);
  return [
    figure('blobs that no job has, after a sweep', '', await orphans(), 0),
    figure('multipart uploads that were not completed', '', await unfinishedUploads(), 0),
  ];
}

const clients = 4;
const pauseMs = setting('PAUSE_MS', 50);

function loadOf({ nodes, key }: Cluster): Load {
  const urls = () => nodes.filter(({ role }) => role === 'api').map((node) => node.url());
  return startLoad(urls, key, clients, pauseMs);
}

interface Ends {
  readonly lost: number;
  readonly failed: number;
  readonly wrong: number;
  readonly retried: number;
}

/** Stops the load, waits until every accepted job has ended, and fetches every output. */
async function settle({ nodes, key, database }: Cluster, load: Load): Promise<Ends> {
  await load.stop();
  const ids = load.accepted.map(({ jobId }) => jobId);
  const until = Date.now() + patienceMs;
  const read = async () =>
    (
      await database.pool.query<{ id: string; state: string; attempts: number; error: string | null }>(
        'SELECT id, state, attempts, error FROM platen.jobs WHERE id = ANY ($1)',
        [ids],
      )
    ).rows;
  let rows = await read();
  for (
    ;
    rows.some(({ state }) => state === 'queued' || state === 'processing') && Date.now() < until;
    rows = await read()
  )
    await delay(500);
  for (const { id, state, error } of rows) if (state === 'failed') console.error(`job ${id} failed: ${error}`);
  let wrong = 0;
  const [api] = nodes;
  for (const accepted of load.accepted) {
    const isCompleted = rows.some(({ id, state }) => id === accepted.jobId && state === 'completed');
    if (isCompleted && !(await isOutputRight(api?.url() ?? '', key, accepted))) wrong += 1;
  }
  return {
    lost: ids.length - rows.filter(({ state }) => state === 'completed' || state === 'failed').length,
    failed: rows.filter(({ state }) => state === 'failed').length,
    wrong,
    retried: rows.filter(({ attempts }) => attempts > 1).length,
  };
}

function endFigures(what: string, { lost, failed, wrong }: Ends): readonly Figure[] {
  return [
    figure(`accepted jobs lost, ${what}`, '', lost, 0),
    figure(`jobs failed, ${what}`, '', failed, 0),
    figure(`completed jobs without exactly one output of the right SHA-256, ${what}`, '', wrong, 0),
  ];
}
