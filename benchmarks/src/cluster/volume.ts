import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@platen/cli/bench';
import type { Figure } from '../benchmark.ts';
import { setting } from './cluster-settings.ts';
import { measureKills } from './faults.ts';
import { figure } from './figures.ts';
import { fillHistory, history } from './fill-history.ts';
import { pdfOf, submit } from './load.ts';
import { type Cluster, openCluster } from './open-cluster.ts';

const samples = setting('SAMPLES', 100);
const looksEveryMs = 250;

/** Kills of random nodes while much has ended, much waits that no node can do, and one endpoint takes nothing. */
export async function measureVolume(folder: string): Promise<readonly Figure[]> {
  const own = join(folder, 'volume');
  mkdirSync(join(own, 'nodes'), { recursive: true, mode: 0o755 });
  const cluster = await openCluster(own, { webhooks: true });
  try {
    const empty = await submissionTimes(cluster);
    // No node has this operation: what waits stays there.
    await fillHistory(cluster.database.pool, 'bench/nobody');
    const filled = await submissionTimes(cluster);
    const looking = lookAtReadiness(cluster);
    const kills = await measureKills(cluster);
    const readyMs = await looking.stop();
    const { rows } = await cluster.database.pool.query<{ twice: number }>(
      `SELECT (SELECT coalesce(sum(completed + failed + cancelled), 0) FROM platen.usage_days)::int
         - (SELECT count(*) FROM platen.jobs WHERE finished_at IS NOT NULL AND id NOT LIKE 'history-%')::int AS twice`,
    );
    return [
      figure('jobs that had ended before', '', history.ended),
      figure('jobs that waited before', '', history.waiting),
      figure('deliveries that were due before', '', history.deliveries),
      figure('a 202 on empty tables, 99th percentile', 'ms', percentile(empty, 99)),
      figure('a 202 on full tables, 99th percentile', 'ms', percentile(filled, 99), 3 * percentile(empty, 99)),
      ...kills,
      figure('ends beyond one for each job, volume', '', rows[0]?.twice ?? -1, 0),
      figure('looks at /readyz', '', readyMs.length),
      figure('/readyz on full tables, 99th percentile', 'ms', percentile(readyMs, 99), 100),
    ];
  } finally {
    await cluster.end();
  }
}

async function submissionTimes({ nodes, key }: Cluster): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < samples; count += 1) {
    const url = nodes.filter(({ role }) => role === 'api')[count % 2]?.url() ?? '';
    const startedAt = performance.now();
    const { accepted } = await submit(url, key, pdfOf(1_000));
    if (accepted !== null) times.push(performance.now() - startedAt);
  }
  return times;
}

/** How long nodes that answer at all take to say whether they are ready. */
function lookAtReadiness({ nodes }: Cluster) {
  const times: number[] = [];
  let isLooking = true;
  const running = (async () => {
    while (isLooking) {
      const url = nodes.filter(({ role }) => role === 'api')[randomInt(2)]?.url();
      const startedAt = performance.now();
      const status = await fetch(`${url}/readyz`).then(
        (response) => response.status,
        () => null, // It was just killed.
      );
      if (status === 200) times.push(performance.now() - startedAt);
      await delay(looksEveryMs);
    }
  })();
  return {
    async stop(): Promise<readonly number[]> {
      isLooking = false;
      await running;
      return times;
    },
  };
}
