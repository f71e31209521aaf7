import { queueItem } from '@platen/core';
import { createBackgroundTask } from './background-task.ts';
import { expiryDelaysMs } from './backoff.ts';
import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './job-events.ts';
import type { JobRunner } from './job-runner.ts';
import { createNodeReports, nodeTtlMs } from './node-report.ts';
import { removeOrphanFiles } from './orphan-files.ts';
import { purgeJobs } from './purge-jobs.ts';
import { enqueue, refillQueue, wakeOwner } from './queue-items.ts';
import type { StagingArea } from './staging-area.ts';

/**
 * The periodic work. Every node reports that it is alive and cleans up its own disk; one of them, the leader, also
 * requeues the jobs of dead nodes, refills the queue, purges jobs and removes orphaned files.
 */
export interface Housekeeping {
  /**
   * Resolves after a first round, when the jobs that an earlier process left are back in the queue. Rejects when a
   * store is down.
   */
  start(roles: { readonly works: boolean; readonly maintains: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** The role that one node holds. */
const role = 'housekeeping';
const refillIntervalMs = 60_000;
const tidyIntervalMs = 60_000;

export function createHousekeeping(
  options: ResolvedOptions,
  runner: JobRunner,
  events: JobEvents,
  staging: StagingArea,
): Housekeeping {
  const { leader, nodes, nodeId, soleNode, sweepIntervalMs, logger } = options;
  const reports = createNodeReports(options);
  // The role outlives its last renewal by one round only, so that after a leader crashes expired jobs do not wait long.
  const leaderLeaseMs = Math.max(2 * sweepIntervalMs, 1_000);
  let timer: NodeJS.Timeout | undefined;
  let roles = { works: true, maintains: true };
  let tidiedAt = performance.now();

  /** Each part of a round runs by itself: a store that is down does not keep the others from running. */
  const attempt: Attempt = async (what, work) => {
    try {
      await work();
      return true;
    } catch (error) {
      logger.error({ err: error }, `${what} failed; trying again later`);
      return false;
    }
  };
  const leaderWork = createLeaderWork(options, runner, events, attempt);

  let isLeading = false;
  const report = () => reports.tell({ ...roles, leads: isLeading, sweptAt: leaderWork.sweptAt() }, runner.running());
  /** The only node need not wait until the lease of an earlier process expires. */
  const leads = async () => {
    isLeading = await holdsRole();
    return isLeading;
  };
  const holdsRole = async () => {
    if (!roles.maintains || soleNode) return roles.maintains;
    try {
      return await leader.hold(role, nodeId, leaderLeaseMs);
    } catch (error) {
      isLeading = false;
      leaderWork.spareLeases();
      throw error;
    }
  };

  /** Rounds never overlap, and none waits behind a slow one: the next tick of the timer begins another. */
  const rounds = createBackgroundTask(async () => {
    await attempt('the report of this node', report);
    if (performance.now() - tidiedAt >= tidyIntervalMs) {
      tidiedAt = performance.now();
      await attempt('tidying the staging area', () => staging.removeOrphans());
    }
    await attempt('the housekeeping', async () => {
      if (await leads()) await leaderWork.run();
      else await leaderWork.rest();
    });
    return false;
  });

  return {
    async start(given) {
      roles = given;
      // The first round rejects when a store is down; later ones keep trying.
      await report();
      if (await leads()) await leaderWork.takeBack();
      await rounds.begin();
      timer = setInterval(() => void rounds.begin(), sweepIntervalMs).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await rounds.stop();
      await leaderWork.rest();
      await attempt('leaving', async () => {
        await leader.release(role, nodeId);
        await nodes.remove(nodeId);
      });
    },
  };
}

interface LeaderWork {
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
type Attempt = (what: string, work: () => Promise<unknown>) => Promise<boolean>;

function createLeaderWork(
  options: ResolvedOptions,
  runner: JobRunner,
  events: JobEvents,
  attempt: Attempt,
): LeaderWork {
  const { leaseMs, orphanIntervalMs, soleNode } = options;
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
      await requeueExpired(options, isFirst && soleNode);
    } catch (error) {
      spareLeases();
      throw error;
    }
  }

  const purge = createBackgroundTask(async () => {
    let hasMore = false;
    await attempt('the purge', async () => {
      hasMore = await purgeJobs(options, events);
    });
    return hasMore;
  });

  const refill = createBackgroundTask(async () => {
    await attempt('refilling the queue', () => refillQueue(options));
    return false;
  });

  const search = createOrphanSearch(options, attempt);

  return {
    takeBack,
    spareLeases,
    sweptAt: search.sweptAt,
    async run() {
      await attempt('taking back jobs of dead nodes', takeBack);
      if (isDue(refilledAt, refillIntervalMs)) {
        refilledAt = performance.now();
        const refilled = refill.begin();
        // Who starts finds the jobs of an earlier process in the queue.
        if (isFirst) await refilled;
      }
      void purge.begin();
      if (search.isUnderWay() || isDue(search.searchedAt(), orphanIntervalMs)) void search.begin();
      isFirst = false;
    },
    async rest() {
      isFirst = true;
      await Promise.all([purge, refill, search].map((task) => task.stop()));
    },
  };
}

/** The search for files that no job needs, page by page. */
function createOrphanSearch(options: ResolvedOptions, attempt: Attempt) {
  const { nodes, nodeId, soleNode, clock } = options;
  /** Where it goes on: a page that fails is tried again with the next round. */
  let searchedTo: string | null = null;
  let searchedAt = 0;
  let sweptAt: number | null = null;

  const task = createBackgroundTask(async () => {
    const isDone = await attempt('the search for orphan files', async () => {
      const ids = soleNode ? [] : (await nodes.list()).map(({ id }) => id);
      const living = { ids: new Set([...ids, nodeId]), deadAfterMs: soleNode ? 0 : 2 * nodeTtlMs };
      searchedTo = await removeOrphanFiles(options, living, searchedTo);
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

async function requeueExpired(options: ResolvedOptions, ignoreLeases: boolean): Promise<void> {
  const { jobs, leaseMs, logger } = options;
  const requeued = await jobs.requeueExpired({ delaysMs: expiryDelaysMs(leaseMs), ignoreLeases });
  for (const job of requeued) {
    logger.warn({ jobId: job.id, attempts: job.attempts }, 'the node of a job died; the job is queued again');
  }
  if (!jobs.enqueues) {
    await enqueue(
      options,
      requeued.map((job) => queueItem(job, 0, job.availableAt - job.updatedAt)),
    );
  }
  for (const job of requeued) await wakeOwner(options, job);
}
