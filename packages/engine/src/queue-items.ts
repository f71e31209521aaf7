import { type JobRecord, type JobSummary, type QueueItem, queueItem } from '@platen/core';
import type { ResolvedOptions } from './engine-options.ts';

/** How many jobs of its owner may run at once, this one included; null for any number. */
function runningBound(
  { limits }: Pick<ResolvedOptions, 'limits'>,
  job: Pick<JobRecord, 'ownerId' | 'limits'>,
): number | null {
  return job.ownerId === null ? null : { ...limits, ...job.limits }.maxRunningPerOwner;
}

/** Enqueues jobs. Never rejects: the refill later enqueues what the queue does not accept now. */
export async function enqueue(
  { queue, logger }: Pick<ResolvedOptions, 'queue' | 'logger'>,
  items: readonly QueueItem[],
): Promise<void> {
  if (items.length === 0) return;
  await queue.enqueue(items).catch((error: unknown) => {
    logger.warn({ err: error, jobs: items.length }, 'the queue did not take jobs; they will be enqueued later');
  });
}

/**
 * Enqueues jobs of an owner that a running one held up: those refused by the bound on running jobs have left the queue,
 * and one of them may run now. As many as the bound are tried, since several jobs may end at once.
 */
export async function wakeOwner(parts: WakeParts, ended: JobRecord): Promise<void> {
  const bound = runningBound(parts, ended);
  if (bound === null || ended.ownerId === null) return;
  const { jobs, logger } = parts;
  try {
    const waiting = await jobs.list(
      { ownerId: ended.ownerId, states: ['queued'], order: 'oldest' },
      { limit: Math.max(1, bound) },
    );
    await enqueue(
      parts,
      waiting.jobs.map((job, rank) => queueItem(job, rank)),
    );
  } catch (error) {
    logger.warn(
      { err: error, ownerId: ended.ownerId },
      'waiting jobs of an owner were not enqueued; the refill will enqueue them',
    );
  }
}

/** What it takes to enqueue jobs of an owner. */
export type WakeParts = Pick<ResolvedOptions, 'jobs' | 'queue' | 'limits' | 'logger'>;

/** Page size of a refill, and of what is enqueued at a time. */
const refillBatch = 1_000;

/**
 * Everything queued in the job store must be in the queue too: enqueues all of it again, oldest first, when the queue
 * has fewer. Jobs that their owner's bound would refuse are left to be woken when a running one ends.
 */
export async function refillQueue(parts: Pick<ResolvedOptions, 'jobs' | 'queue' | 'limits'>): Promise<void> {
  const { jobs, queue } = parts;
  const [size, backlog] = await Promise.all([queue.size(), jobs.backlog()]);
  if (size >= backlog.reduce((sum, { queued }) => sum + queued, 0)) return;
  const ranks = new Map<string | null, number>();
  const toItems = (job: JobSummary): readonly QueueItem[] => {
    const rank = ranks.get(job.ownerId) ?? 0;
    ranks.set(job.ownerId, rank + 1);
    return rank < (runningBound(parts, job) ?? Number.POSITIVE_INFINITY) ? [queueItem(job, rank)] : [];
  };
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof jobs.list>> = await jobs.list(
      { states: ['queued'], order: 'oldest' },
      { limit: refillBatch, ...(cursor === null ? {} : { cursor }) },
    );
    await queue.enqueue(page.jobs.flatMap(toItems));
    cursor = page.nextCursor;
  } while (cursor !== null);
}
