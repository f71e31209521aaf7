import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../benchmark.ts';
import type { ClusterNode } from './cluster-nodes.ts';
import { clusterSettings } from './cluster-settings.ts';
import { figure } from './figures.ts';
import { type Accepted, type Load, pdfOf, submit } from './load.ts';
import { type Cluster, openCluster } from './open-cluster.ts';
import { endFigures, settle } from './settle-load.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const { chaosJobs } = clusterSettings;
const places = { 'node-1': 'all', 'node-2': 'all', 'node-3': 'all' } as const;
const clients = 4;
/** Between two submissions of a client: the load lasts about as long as the faults do. */
const pauseMs = 600;
const longestHoldMs = 3_000;
/** Beyond the lease of 15 s. */
const stoppedMs = 20_000;
const cutMs = 20_000;
const webhookPatienceMs = 180_000;
/** Silent for twice the life of a report, a node counts as dead and its files go: after that, and a search. */
const orphanMs = 100_000;

/** Three nodes that are killed, stopped beyond their leases and cut off from the database, while clients insist on their jobs. */
export async function measureChaos(folder: string): Promise<readonly Figure[]> {
  const own = join(folder, 'chaos');
  mkdirSync(join(own, 'nodes'), { recursive: true, mode: 0o755 });
  const receiver = await startWebhookReceiver();
  const cluster = await openCluster(own, { places });
  try {
    await cluster.webhookStore.saveEndpoint({
      id: 'chaos',
      ownerId: 'cluster',
      url: receiver.url,
      events: null,
      secrets: [{ secret: `whsec_${Buffer.alloc(32).toString('base64')}`, expiresAt: null }],
      createdAt: Date.now(),
    });
    const load = startInsistentLoad(cluster);
    const faults = await runFaults(cluster);
    await load.done;
    const ends = await settle(cluster, load);
    const told = await webhookFigures(load.accepted, receiver);
    await delay(orphanMs);
    return [
      ...faults,
      figure('jobs accepted meanwhile', '', load.accepted.length),
      figure('submissions sent again under their key', '', load.answered.length - load.accepted.length),
      ...endFigures('chaos', ends),
      figure('jobs that were run again', '', ends.retried),
      ...(await recordFigures(cluster, load.accepted)),
      ...told,
      figure('blobs that no job needs, after a sweep', '', await cluster.orphans(), 0),
      figure('multipart uploads that were not completed', '', await cluster.unfinishedUploads(), 0),
    ];
  } finally {
    await cluster.end();
    receiver.close();
  }
}

interface InsistentLoad extends Load {
  /** Resolves once every job was accepted. */
  readonly done: Promise<unknown>;
}

/** Submits each job under a key of its own, to one node after the other, until one accepts it. */
function startInsistentLoad({ nodes, key }: Cluster): InsistentLoad {
  const accepted: Accepted[] = [];
  const answered: Load['answered'][number][] = [];
  let left = chaosJobs;

  async function insist(): Promise<Accepted> {
    const file = pdfOf(randomInt(50) === 0 ? 6_000_000 : randomInt(1_000, 60_000));
    const [holdMs, headers] = [randomInt(longestHoldMs), { 'Idempotency-Key': randomUUID() }];
    for (;;) {
      const startedAt = performance.now();
      const url = nodes[randomInt(nodes.length)]?.url() ?? '';
      const answer = await submit(url, key, file, holdMs, 'in.pdf', headers).catch(() => null);
      answered.push({ status: answer?.status ?? null, startedAt, tookMs: performance.now() - startedAt });
      if (answer?.accepted != null) return answer.accepted;
      await delay(pauseMs);
    }
  }
  async function client(): Promise<void> {
    while (left > 0) {
      left -= 1;
      accepted.push(await insist());
      await delay(pauseMs);
    }
  }
  const done = Promise.all(Array.from({ length: clients }, client));
  return { accepted, answered, done, stop: async () => void (await done) };
}

async function runFaults({ nodes }: Cluster): Promise<readonly Figure[]> {
  let kills = 0;
  const any = (except?: ClusterNode) => {
    const others = nodes.filter((node) => node !== except);
    return others[randomInt(others.length)] as ClusterNode;
  };
  const kill = async (node: ClusterNode) => {
    await delay(randomInt(500, 3_000));
    await node.kill();
    await node.start();
    kills += 1;
  };
  /** Others go on meanwhile, and one of them is killed. */
  const stop = async (node: ClusterNode) => {
    node.pause();
    await Promise.all([delay(stoppedMs), kill(any(node))]);
    node.resume();
  };
  const cut = async () => {
    for (const { database } of nodes) database.set('silent');
    await delay(cutMs);
    for (const { database } of nodes) database.set('pass');
  };
  await delay(3_000);
  for (let count = 0; count < 3; count += 1) await kill(any());
  for (const node of nodes) await stop(node);
  await cut();
  for (let count = 0; count < 4; count += 1) await kill(any());
  // Killed where it stands.
  const last = any();
  last.pause();
  await kill(last);
  return [
    figure('kill -9 of random nodes, one of them stopped', '', kills),
    figure(`stops of a node for ${stoppedMs / 1_000} s`, '', nodes.length),
    figure(`cuts of all nodes from the database for ${cutMs / 1_000} s`, '', 1),
  ];
}

/** A job that ended twice, or that a repeated submission made once more, shows in the sums. */
async function recordFigures({ database }: Cluster, accepted: readonly Accepted[]): Promise<readonly Figure[]> {
  const { rows } = await database.pool.query<{ jobs: number; ended: number; waiting: number }>(
    `SELECT (SELECT count(*) FROM platen.jobs)::int AS jobs,
       (SELECT coalesce(sum(completed + failed + cancelled), 0) FROM platen.usage_days)::int AS ended,
       (SELECT count(*) FROM platen.outbox)::int AS waiting`,
  );
  const { jobs = 0, ended = 0, waiting = 0 } = rows[0] ?? {};
  return [
    figure('jobs that nobody was told of', '', jobs - new Set(accepted.map(({ jobId }) => jobId)).size, 0),
    figure('ends beyond one for each job', '', ended - jobs, 0),
    figure('messages left in the outbox', '', waiting, 0),
  ];
}

async function webhookFigures(accepted: readonly Accepted[], { events }: WebhookReceiver): Promise<readonly Figure[]> {
  const missing = () => accepted.filter(({ jobId }) => !events.has(jobId)).length;
  for (const until = Date.now() + webhookPatienceMs; missing() > 0 && Date.now() < until; ) await delay(500);
  return [
    figure('ends of jobs that no webhook told of', '', missing(), 0),
    figure(
      'jobs whose end was told as several events',
      '',
      [...events.values()].filter(({ size }) => size > 1).length,
      0,
    ),
  ];
}
