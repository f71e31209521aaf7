import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSharedStores } from '@platen/cluster';
import { silentLogger } from '@platen/core';
import { createEngine } from '@platen/engine';
import { type EngineSettings, testCopy, testGather } from '@platen/testing';

/** What the workers of a cluster are made with. */
export interface ClusterSettings extends Pick<EngineSettings, 'limits' | 'maxQueued' | 'keepFailedInputs'> {
  readonly storeUrl: string;
  readonly blobsUrl: string;
}

/** What the process is asked for, one after the other; it sends the same back once it is done. */
export type WorkerOrder =
  | { readonly kind: 'join'; readonly settings: ClusterSettings }
  | { readonly kind: 'leave'; readonly storeUrl: string };

// A process that works for one cluster after the other, as a node of each, with a folder of its own.
const leaving = new Map<string, () => Promise<void>>();
let last: Promise<void> = Promise.resolve();

process.on('message', (order: WorkerOrder) => {
  last = last.then(async () => {
    if (order.kind === 'join') leaving.set(order.settings.storeUrl, await joinCluster(order.settings));
    else {
      await leaving.get(order.storeUrl)?.();
      leaving.delete(order.storeUrl);
    }
    process.send?.(order);
  });
});
process.on('disconnect', () => process.exit(0));

async function joinCluster({ storeUrl, blobsUrl, ...settings }: ClusterSettings): Promise<() => Promise<void>> {
  const stagingFolder = await mkdtemp(join(tmpdir(), 'platen-worker-'));
  const operations = [testCopy, testGather];
  const urls = { store: new URL(storeUrl), blobs: new URL(blobsUrl) };
  const names = operations.map(({ name }) => name);
  const { jobs, leader, nodes, bus, queue, blobs, close } = await openSharedStores(urls, names, silentLogger);
  const engine = createEngine({ ...settings, operations, jobs, leader, nodes, bus, queue, blobs, stagingFolder });
  await engine.start();
  return async () => {
    await engine.stop(0);
    await close();
    await rm(stagingFolder, { recursive: true, force: true });
  };
}
