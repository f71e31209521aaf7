import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@platen/cli/bench';
import type { Benchmark, Figure } from './benchmark.ts';
import { measureChaos } from './cluster/chaos.ts';
import { clusterSettings } from './cluster/cluster-settings.ts';
import { measureDispatch } from './cluster/dispatch.ts';
import { measureKills, measurePartition, measureRefusals, measureRestarts } from './cluster/faults.ts';
import { figure } from './cluster/figures.ts';
import { pdfOf, submit } from './cluster/load.ts';
import type { Cluster } from './cluster/open-cluster.ts';
import { openCluster } from './cluster/open-cluster.ts';
import { measureRolling } from './cluster/rolling.ts';
import { measureVolume } from './cluster/volume.ts';
import { measureIdle, measureWaiting } from './cluster/waiting.ts';

const { kills, restarts, partitionMs, refusalMs, cancellations } = clusterSettings;

/** `PLATEN_CLUSTER_PARTS=kills,leftovers` runs some of the parts; all of them when not given. */
const wantedParts = process.env.PLATEN_CLUSTER_PARTS?.split(',');
const isWanted = (part: string) => wantedParts?.includes(part) ?? true;

/** Silent for twice the life of a report, a node counts as dead and its files go: after that, and a search. */
const orphanMs = 100_000;

/** What two nodes that take jobs in and three that work survive, on one machine with PostgreSQL and versitygw. */
export const benchmark: Benchmark = {
  name: 'cluster',
  description: `Two nodes that take jobs in over HTTP and three that work (three that do both in the chaos), each a process with a folder of its own, on one PostgreSQL (pg-boss, fsync on) and one S3 server (versitygw). The operation copies its input. ${kills} kills, ${restarts} restarts, ${partitionMs / 1000} s partitions, ${refusalMs / 1000} s of 503.`,
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
      if (isWanted('chaos')) note(await measureChaos(folder));
      if (isWanted('volume')) note(await measureVolume(folder));
      if (isWanted('rolling')) note(await measureRolling(folder));
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

async function measureLeftovers({ orphans, unfinishedUploads }: Cluster): Promise<readonly Figure[]> {
  await delay(orphanMs);
  return [
    figure('blobs that no job has, after a sweep', '', await orphans(), 0),
    figure('multipart uploads that were not completed', '', await unfinishedUploads(), 0),
  ];
}
