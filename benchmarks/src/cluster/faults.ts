import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@platen/cli/bench';
import type { Figure } from '../benchmark.ts';
import { clusterSettings } from './cluster-settings.ts';
import { figure } from './figures.ts';
import type { Cluster } from './open-cluster.ts';
import { endFigures, loadOf, settle } from './settle-load.ts';

const { kills, restarts, partitionMs, refusalMs } = clusterSettings;
const leaseMs = 15_000;

/** Kills random nodes under load. */
export async function measureKills(cluster: Cluster): Promise<readonly Figure[]> {
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

/** Restarts the database under load. */
export async function measureRestarts(cluster: Cluster): Promise<readonly Figure[]> {
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

/** Cuts all nodes off from a store. */
export async function measurePartition(cluster: Cluster, from: 'database' | 'bucket'): Promise<readonly Figure[]> {
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

/** Lets the bucket answer 503. */
export async function measureRefusals(cluster: Cluster): Promise<readonly Figure[]> {
  const load = loadOf(cluster);
  await delay(3_000);
  for (const node of cluster.nodes) node.bucket.set('refuse');
  await delay(refusalMs);
  for (const node of cluster.nodes) node.bucket.set('pass');
  const ends = await settle(cluster, load);
  return endFigures('S3 answering 503', ends);
}
