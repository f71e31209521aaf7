import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore, JobRecord, JobStore } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine } from '@platen/engine';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';

/** What a data folder is like after one sweep, which a server does at its start too. */
export interface SweptFolder {
  /** Jobs that were recorded, whether or not their client got to know. */
  readonly recorded: number;
  /** Quota units taken by the owners of the keys, and jobs of theirs that hold one: neither failed nor cancelled, deleted or not. */
  readonly quotaUsed: number;
  readonly unitsHeld: number;
  /** Files that no job needs, and what is left of uploads and tasks. */
  readonly leftovers: readonly string[];
}

/** Sweeps the data folder of a server that is gone, running none of its jobs. */
export async function sweepDataFolder(data: string): Promise<SweptFolder> {
  await using store = createSqliteStore({ file: join(data, 'platen.db') });
  const blobs = createFsBlobStore({ folder: join(data, 'blobs') });
  const stagingFolder = join(data, 'staging');
  const { jobs, leader, nodes } = store;
  const engine = createEngine({
    operations: standardOperations,
    jobs,
    leader,
    nodes,
    blobs,
    stagingFolder,
    soleNode: true,
  });
  await engine.start({ work: false });
  // Waits for the sweep to come to its end.
  await engine.stop(0);

  const sum = { recorded: 0, quotaUsed: 0, unitsHeld: 0 };
  for (const ownerId of new Set((await store.keys.list()).map((key) => key.ownerId))) {
    const { queued, processing, completed, failed, cancelled } = await jobs.counts(ownerId);
    sum.recorded += queued + processing + completed + failed + cancelled;
    // Of the jobs that have completed, deleted ones too: a result that was fetched and deleted is paid for.
    const usage = await jobs.usage({ ownerId, fromDay: '2000-01-01', toDay: '2999-12-31' });
    sum.unitsHeld += queued + processing + usage.reduce((units, row) => units + row.completed, 0);
    sum.quotaUsed += (await jobs.standing(ownerId)).quotaUsed;
  }
  const unfinished = await Promise.all([stagingFolder, join(data, 'blobs', '~temporary')].map(namesIn));
  return { ...sum, leftovers: [...(await needlessBlobs(blobs, jobs)), ...unfinished.flat()] };
}

async function needlessBlobs(blobs: BlobStore, jobs: JobStore): Promise<readonly string[]> {
  const needless: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof blobs.list>> = await blobs.list('jobs', cursor === null ? {} : { cursor });
    for (const { key } of page.blobs) {
      if (!isNeeded(key, await jobs.get(key.split('/')[1] ?? ''))) needless.push(key);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return needless;
}

/** The inputs of a job until it ends, its outputs from then on. */
function isNeeded(key: string, job: JobRecord | null): boolean {
  if (job === null) return false;
  const files = job.finishedAt === null ? job.inputs : job.outputs;
  return files.some((file) => file.key === key);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name)); // Not made yet: nothing in it.
}
