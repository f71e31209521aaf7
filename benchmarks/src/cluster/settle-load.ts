import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../benchmark.ts';
import { setting } from './cluster-settings.ts';
import { figure } from './figures.ts';
import { isOutputRight, type Load, startLoad } from './load.ts';
import type { Cluster } from './open-cluster.ts';

/** Beyond this, jobs count as lost: longer than every backoff of a node that lost a store. */
const patienceMs = 240_000;
const clients = 4;
const pauseMs = setting('PAUSE_MS', 50);

/** Submits to the nodes that take jobs in, until it is settled. */
export function loadOf({ nodes, key }: Cluster): Load {
  const urls = () => nodes.filter(({ role }) => role === 'api').map((node) => node.url());
  return startLoad(urls, key, clients, pauseMs);
}

/** How the accepted jobs ended. */
export interface Ends {
  readonly lost: number;
  readonly failed: number;
  readonly wrong: number;
  readonly retried: number;
}

/** Stops the load, waits until every accepted job has ended, and fetches every output. */
export async function settle({ nodes, key, database }: Cluster, load: Load): Promise<Ends> {
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

/** The figures of a fault: none of its jobs may be lost, failed or wrong. */
export function endFigures(what: string, { lost, failed, wrong }: Ends): readonly Figure[] {
  return [
    figure(`accepted jobs lost, ${what}`, '', lost, 0),
    figure(`jobs failed, ${what}`, '', failed, 0),
    figure(`completed jobs without exactly one output of the right SHA-256, ${what}`, '', wrong, 0),
  ];
}
