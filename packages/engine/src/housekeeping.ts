import { queueItem } from '@platen/core';
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
 * Looks after what nobody else does. Every node reports that it is there and tidies its own disk; one of them, the
 * leader, takes back jobs of nodes that died, refills the queue, purges jobs and removes files that no job needs.
 */
export interface Housekeeping {
  /**
   * Resolves after a first round: what an earlier process left over waits in the queue then. Rejects when a store is
   * down.
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
  // After a leader crashed, jobs whose leases run out would wait: a leader holds its role for one round more.
  const leaderLeaseMs = Math.max(2 * sweepIntervalMs, 1_000);
  const leaderWork = createLeaderWork(options, runner, events);
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let roles = { works: true, maintains: true };
  let tidiedAt = performance.now();

  /** Each part of a round by itself: a store that is down keeps none of the others from being done. */
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      logger.error({ err: error }, `${what} failed; trying again later`);
    }
  };

  const report = () => reports.tell(roles, runner.running());
  /** A node that is alone need not wait until the lease of an earlier process has run out. */
  const leads = async () => {
    if (!roles.maintains || soleNode) return roles.maintains;
    try {
      return await leader.hold(role, nodeId, leaderLeaseMs);
    } catch (error) {
      leaderWork.spareLeases();
      throw error;
    }
  };

  async function round(): Promise<void> {
    await attempt('the report of this node', report);
    if (performance.now() - tidiedAt >= tidyIntervalMs) {
      tidiedAt = performance.now();
      await attempt('tidying the staging area', () => staging.removeOrphans());
    }
    await attempt('the housekeeping', async () => {
      if (await leads()) await leaderWork.run(attempt);
      else leaderWork.rest();
    });
  }

  /** One after the other: a slow round is not overtaken by the next. */
  const next = () => {
    underWay = underWay.then(round);
    return underWay;
  };

  return {
    async start(given) {
      roles = given;
      // A start fails when a store is down; later rounds go on trying.
      await report();
      if (await leads()) await leaderWork.takeBack();
      await next();
      timer = setInterval(() => void next(), sweepIntervalMs).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await underWay;
      await leaderWork.settled();
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
  /** The store is away: once it is back, every node gets the time to renew its leases before they count as run out. */
  spareLeases(): void;
  /** One round of it; the rarer parts when they are due. */
  run(attempt: (what: string, work: () => Promise<unknown>) => Promise<void>): Promise<void>;
  /** Another node leads. */
  rest(): void;
  /** Resolves once nothing of it is under way. */
  settled(): Promise<void>;
}

function createLeaderWork(options: ResolvedOptions, runner: JobRunner, events: JobEvents): LeaderWork {
  const { leaseMs, orphanIntervalMs, nodes, nodeId, soleNode } = options;
  let isFirst = true;
  let refilledAt = 0;
  let searchedAt = 0;
  let search: Promise<void> = Promise.resolve();
  let isSearching = false;
  /** No lease counts as run out before this. */
  let sparedUntil = 0;

  const isDue = (since: number, intervalMs: number) => isFirst || performance.now() - since >= intervalMs;

  function spareLeases(): void {
    sparedUntil = performance.now() + leaseMs;
  }

  async function takeBack(): Promise<void> {
    try {
      // First our own: after a pause of the whole process every lease may look run out.
      await runner.renewAll();
      if (performance.now() < sparedUntil) return;
      await requeueExpired(options, isFirst && soleNode);
    } catch (error) {
      spareLeases();
      throw error;
    }
  }

  async function searchOrphans(): Promise<void> {
    const ids = soleNode ? [] : (await nodes.list()).map(({ id }) => id);
    await removeOrphanFiles(options, { ids: new Set([...ids, nodeId]), deadAfterMs: soleNode ? 0 : 2 * nodeTtlMs });
  }

  return {
    takeBack,
    spareLeases,
    async run(attempt) {
      await attempt('taking back jobs of dead nodes', takeBack);
      await attempt('the purge', () => purgeJobs(options, events));
      if (isDue(refilledAt, refillIntervalMs)) {
        refilledAt = performance.now();
        await attempt('refilling the queue', () => refillQueue(options));
      }
      if (isDue(searchedAt, orphanIntervalMs) && !isSearching) {
        searchedAt = performance.now();
        isSearching = true;
        // It may take minutes: leases are not to wait for it.
        search = attempt('the search for orphan files', searchOrphans).then(() => {
          isSearching = false;
        });
      }
      isFirst = false;
    },
    rest() {
      isFirst = true;
    },
    settled: () => search,
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
