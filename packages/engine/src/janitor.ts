import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './events.ts';
import { jobKeys } from './job-keys.ts';
import type { JobRunner } from './job-runner.ts';

/** Looks after what nobody else does: leases that ran out, jobs the queue forgot, records and files past their time. */
export interface Janitor {
  start(): void;
  stop(): Promise<void>;
  /** One round of everything but orphans, now. */
  sweep(): Promise<void>;
}

const purgeBatch = 100;
const reconcileBatch = 1_000;
const orphanIntervalMs = 3_600_000;

export function createJanitor(options: ResolvedOptions, runner: JobRunner, events: JobEvents): Janitor {
  const { clock, sweepIntervalMs, logger } = options;
  const timers: NodeJS.Timeout[] = [];
  let underWay: Promise<void> = Promise.resolve();
  let suspects: ReadonlySet<string> = new Set();

  const round = (work: () => Promise<void>, what: string) => {
    // One after the other: a slow round is not overtaken by the next.
    underWay = underWay
      .then(work)
      .catch((error: unknown) => logger.error({ err: error }, `${what} failed; trying again later`));
    return underWay;
  };
  const sweep = () =>
    round(async () => {
      // First our own: after a pause of the whole process every lease may look run out.
      await runner.renewAll();
      await requeue(options);
      await purge(options, events, clock.now());
    }, 'the sweep');
  const removeOrphans = () =>
    round(async () => {
      suspects = await removeOrphanBlobs(options, suspects);
    }, 'the search for orphan files');

  return {
    start() {
      timers.push(
        setInterval(() => void sweep(), sweepIntervalMs),
        setInterval(() => void removeOrphans(), orphanIntervalMs),
      );
      for (const timer of timers) timer.unref();
      void removeOrphans();
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await underWay;
    },
    sweep,
  };
}

/** The job store is the truth: whatever is queued there must wait in the queue too. Enqueuing twice does nothing. */
async function requeue({ jobs, queue, clock, logger }: ResolvedOptions): Promise<void> {
  for (const { id, attempts } of await jobs.requeueExpired(clock.now())) {
    logger.warn({ jobId: id, attempts }, 'the worker of a job died; the job is queued again');
  }
  for (const { id, owner } of await jobs.list({ states: ['queued'], limit: reconcileBatch })) {
    await queue.enqueue({ jobId: id, owner });
  }
}

async function purge({ jobs, blobs }: ResolvedOptions, events: JobEvents, now: number): Promise<void> {
  for (let more = true; more; ) {
    const due = await jobs.listPurgeable(now, purgeBatch);
    for (const job of due) {
      // Files first: a record without files can be purged again, files without a record would be lost sight of.
      await blobs.remove(jobKeys.job(job.id));
      await jobs.remove(job.id);
      events.emit('job-purged', job);
    }
    more = due.length === purgeBatch;
  }
}

/**
 * Removes files whose job is unknown, left by a process that died between storing and recording. Only what was
 * unknown a whole round ago too: a submission under way stores its files before its record.
 */
async function removeOrphanBlobs(
  { jobs, blobs, logger }: ResolvedOptions,
  suspects: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  for (const jobId of await blobs.list(jobKeys.root)) {
    if ((await jobs.get(jobId)) !== null) continue;
    if (!suspects.has(jobId)) {
      unknown.add(jobId);
      continue;
    }
    await blobs.remove(jobKeys.job(jobId));
    logger.info({ jobId }, 'removed the files of a job that was never recorded');
  }
  return unknown;
}
