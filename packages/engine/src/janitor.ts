import type { QueuedItem } from '@platen/core';
import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './events.ts';
import { jobKeys } from './job-keys.ts';
import type { JobRunner } from './job-runner.ts';
import { queuedItem } from './submit-job.ts';

/** Looks after what nobody else does: leases that ran out, jobs the queue forgot, records and files past their time. */
export interface Janitor {
  /** Resolves after a first round: what an earlier process left over waits in the queue then. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const purgeBatch = 100;
const reconcileBatch = 1_000;
const reconcileIntervalMs = 60_000;

export function createJanitor(options: ResolvedOptions, runner: JobRunner, events: JobEvents): Janitor {
  const { clock, sweepIntervalMs, orphanIntervalMs, logger } = options;
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
      await requeueExpired(options);
      await purge(options, events, clock.now());
    }, 'the sweep');
  const recover = () => round(() => reconcile(options), 'the comparison of queue and store');
  const removeOrphans = () =>
    round(async () => {
      suspects = await removeOrphanBlobs(options, suspects);
    }, 'the search for orphan files');

  return {
    async start() {
      await sweep();
      await recover();
      timers.push(
        setInterval(() => void sweep(), sweepIntervalMs),
        setInterval(() => void recover(), reconcileIntervalMs),
        setInterval(() => void removeOrphans(), orphanIntervalMs),
      );
      for (const timer of timers) timer.unref();
      void removeOrphans();
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await underWay;
    },
  };
}

async function requeueExpired(options: ResolvedOptions): Promise<void> {
  const { jobs, queue, clock, logger } = options;
  for (const job of await jobs.requeueExpired(clock.now())) {
    logger.warn({ jobId: job.id, attempts: job.attempts }, 'the worker of a job died; the job is queued again');
    await queue.enqueue(queuedItem(options, job));
  }
}

/**
 * The job store is the truth: whatever is queued there must wait in the queue too, the oldest first. Enqueuing twice
 * does nothing.
 */
async function reconcile(options: ResolvedOptions): Promise<void> {
  const { jobs, queue } = options;
  const queued: QueuedItem[] = [];
  let createdBefore: number | undefined;
  for (let more = true; more; ) {
    const page = await jobs.list({
      states: ['queued'],
      limit: reconcileBatch,
      ...(createdBefore === undefined ? {} : { createdBefore }),
    });
    queued.push(...page.map((job) => queuedItem(options, job)));
    // The next page begins with the same instant: jobs of one millisecond may stand on both sides of the border.
    const next = (page.at(-1)?.createdAt ?? 0) + 1;
    more = page.length === reconcileBatch && next !== createdBefore;
    createdBefore = next;
  }
  for (const item of queued.toReversed()) await queue.enqueue(item);
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
 * Removes what a process that died left behind: files of a job that was never recorded, and whatever an ended job has
 * besides its outputs. Only what was needless a whole round ago too: a submission under way stores its files before
 * its record, and a run that lost its job removes its own.
 */
async function removeOrphanBlobs(
  options: ResolvedOptions,
  suspects: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { blobs, logger } = options;
  const needless = new Set<string>();
  for (const jobId of await blobs.list(jobKeys.root)) {
    for (const key of await needlessKeys(options, jobId)) {
      if (!suspects.has(key)) {
        needless.add(key);
        continue;
      }
      await blobs.remove(key);
      logger.info({ jobId, key }, 'removed files that no job needs');
    }
  }
  return needless;
}

/** Prefixes in the blob store under which this job has files that nobody will read. */
async function needlessKeys({ jobs, blobs }: ResolvedOptions, jobId: string): Promise<readonly string[]> {
  const prefix = jobKeys.job(jobId);
  const job = await jobs.get(jobId);
  if (job === null) return [prefix];
  if (job.finishedAt === null) return [];
  const folders = (await blobs.list(prefix)).map((name) => `${prefix}/${name}`);
  return folders.filter((folder) => !job.outputs.some(({ key }) => key.startsWith(`${folder}/`)));
}
