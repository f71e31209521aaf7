import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './job-events.ts';

/** The outputs of a batch are some requests of 1 000 keys to S3, and its records one statement. */
const batch = 500;
/** Long enough to remove the files of a batch; if this node crashes, another continues after this time. */
const holdMs = 5 * 60_000;

/**
 * Removes jobs whose retention time is over, a batch of them: files first, then the records. True when there may be more.
 * What lost runs have left beside the files of the records is an orphan then.
 */
export async function purgeJobs({ jobs, blobs }: PurgeOptions, events: Pick<JobEvents, 'emit'>): Promise<boolean> {
  const due = await jobs.takePurgeable({ limit: batch, holdMs });
  if (due.length === 0) return false;
  await blobs.removeKeys(due.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]).map(({ key }) => key));
  const removed = new Set(await jobs.removeAll(due.map(({ id }) => id)));
  for (const job of due) if (removed.has(job.id)) events.emit('job-purged', job);
  return due.length === batch;
}

type PurgeOptions = Pick<ResolvedOptions, 'jobs' | 'blobs'>;
