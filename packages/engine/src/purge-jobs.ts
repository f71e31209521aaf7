import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './job-events.ts';
import { jobKeys } from './job-keys.ts';

const batch = 100;
/** Long enough to remove the files of a batch; if this node crashes, another continues after this time. */
const holdMs = 5 * 60_000;

/** Removes jobs whose retention time is over: files first, then the record. */
export async function purgeJobs({ jobs, blobs }: ResolvedOptions, events: JobEvents): Promise<void> {
  for (let more = true; more; ) {
    const due = await jobs.takePurgeable({ limit: batch, holdMs });
    for (const job of due) {
      await blobs.remove(jobKeys.job(job.id));
      if (await jobs.remove(job.id)) events.emit('job-purged', job);
    }
    more = due.length === batch;
  }
}
