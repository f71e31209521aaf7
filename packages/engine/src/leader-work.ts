import { queueItem } from '@platen/core';
import { createBackgroundTask } from './background-task.ts';
import { expiryDelaysMs } from './backoff.ts';
import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './job-events.ts';
import type { JobRunner } from './job-runner.ts';
import { nodeTtlMs } from './node-report.ts';
import { type OrphanParts, removeOrphanFiles } from './orphan-files.ts';
import { purgeJobs } from './purge-jobs.ts';
import { enqueue, refillQueue, type WakeParts, wakeOwner } from './queue-items.ts';

const refillIntervalMs = 60_000;

/** The part of the housekeeping that one node does for all. */
export interface LeaderWork {
  /** Queues the jobs of nodes that died. Rejects when the store is down. */
  takeBack(): Promise<void>;
  /** The store is down: once it is back, every node gets time to renew its leases before they count as expired. */
  spareLeases(): void;
  /** One round. What may take long goes on beside it, when it is due. */
  run(): Promise<void>;
  /** When it last finished looking for files that no job needs; null when it has not since it leads. */
  sweptAt(): number | null;
  /** Another node leads. Resolves once nothing goes on any more. */
  rest(): Promise<void>;
}

/** Runs a part of the work by itself: false when it failed, and that was logged. */
export type Attempt = (what: string, work: () => Promise<unknown>) => Promise<boolean>;

/** The jobs and files of all nodes. */
export interface LeaderParts extends ExpiryParts, SearchParts, Pick<ResolvedOptions, 'orphanIntervalMs'> {
  readonly runner: JobRunner;
  readonly events: JobEvents;
}

export function createLeaderWork(parts: LeaderParts, attempt: Attempt): LeaderWork {
  const { leaseMs, orphanIntervalMs, soleNode, runner, events } = parts;
  let isFirst = true;
  let refilledAt = 0;
  /** No lease counts as expired before this. */
  let sparedUntil = 0;

  const isDue = (since: number, intervalMs: number) => isFirst || performance.now() - since >= intervalMs;

  function spareLeases(): void {
    sparedUntil = performance.now() + leaseMs;
  }

  async function takeBack(): Promise<void> {
    try {
      // Our own first: after a pause of the whole process every lease may look expired.
      await runner.renewAll();
      if (performance.now() < sparedUntil) return;
      await requeueExpired(parts, isFirst && soleNode);
    } catch (error) {
      spareLeases();
      throw error;
    }
  }

  // Two at a time: the store works on one batch while the files of the other are removed.
  const purges = [1, 2].map(() =>
    createBackgroundTask(async () => {
      let hasMore = false;
      await attempt('the purge', async () => {
        hasMore = await purgeJobs(parts, events);
      });
      return hasMore;
    }),
  );

  const refill = createBackgroundTask(async () => {
    await attempt('refilling the queue', () => refillQueue(parts));
    return false;
  });

  const search = createOrphanSearch(parts, attempt);

  return {
    takeBack,
    spareLeases,
    sweptAt: search.sweptAt,
    async run() {
      await attempt('releasing jobs of crashed nodes', takeBack);
      if (isDue(refilledAt, refillIntervalMs)) {
        refilledAt = performance.now();
        const refilled = refill.begin();
        // Who starts finds the jobs of an earlier process in the queue.
        if (isFirst) await refilled;
      }
      for (const purge of purges) void purge.begin();
      if (search.isUnderWay() || isDue(search.searchedAt(), orphanIntervalMs)) void search.begin();
      isFirst = false;
    },
    async rest() {
      isFirst = true;
      await Promise.all([...purges, refill, search].map((task) => task.stop()));
    },
  };
}

/** Where files are looked for, and which nodes may still need them. */
type SearchParts = OrphanParts & Pick<ResolvedOptions, 'nodes' | 'nodeId' | 'soleNode' | 'clock'>;

/** The search for files that no job needs, page by page. */
function createOrphanSearch(parts: SearchParts, attempt: Attempt) {
  const { nodes, nodeId, soleNode, clock } = parts;
  /** Where it goes on: a page that fails is tried again with the next round. */
  let searchedTo: string | null = null;
  let searchedAt = 0;
  let sweptAt: number | null = null;

  const task = createBackgroundTask(async () => {
    const isDone = await attempt('the search for orphan files', async () => {
      const ids = soleNode ? [] : (await nodes.list()).map(({ id }) => id);
      const living = { ids: new Set([...ids, nodeId]), deadAfterMs: soleNode ? 0 : 2 * nodeTtlMs };
      searchedTo = await removeOrphanFiles(parts, living, searchedTo);
    });
    if (isDone && searchedTo === null) {
      searchedAt = performance.now();
      sweptAt = clock.now();
    }
    return isDone && searchedTo !== null;
  });

  return {
    begin: task.begin,
    isUnderWay: () => searchedTo !== null,
    /** When it last reached the end, by the monotonic clock. */
    searchedAt: () => searchedAt,
    sweptAt: () => sweptAt,
    async stop() {
      sweptAt = null;
      await task.stop();
    },
  };
}

/** Where leases expire, and jobs wait again. */
type ExpiryParts = WakeParts & Pick<ResolvedOptions, 'leaseMs'>;

async function requeueExpired(parts: ExpiryParts, ignoreLeases: boolean): Promise<void> {
  const { jobs, leaseMs, logger } = parts;
  const requeued = await jobs.requeueExpired({ delaysMs: expiryDelaysMs(leaseMs), ignoreLeases });
  for (const job of requeued) {
    logger.warn(
      { jobId: job.id, attempts: job.attempts },
      'the node of a job no longer answers; the job is queued again',
    );
  }
  if (!jobs.enqueues) {
    await enqueue(
      parts,
      requeued.map((job) => queueItem(job, 0, job.availableAt - job.updatedAt)),
    );
  }
  for (const job of requeued) await wakeOwner(parts, job);
}
