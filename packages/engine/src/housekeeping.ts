import { createBackgroundTask } from './background-task.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { type Attempt, createLeaderWork, type LeaderParts } from './leader-work.ts';
import { createNodeReports, type ReportParts } from './node-report.ts';
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

/** What is kept in order, and by which nodes. */
export interface HousekeepingParts
  extends LeaderParts,
    ReportParts,
    Pick<ResolvedOptions, 'leader' | 'sweepIntervalMs'> {
  readonly staging: StagingArea;
}

/** The role that one node holds. */
const role = 'housekeeping';
const tidyIntervalMs = 60_000;

export function createHousekeeping(parts: HousekeepingParts): Housekeeping {
  const { leader, nodes, nodeId, soleNode, sweepIntervalMs, runner, staging, logger } = parts;
  const reports = createNodeReports(parts);
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
  const leaderWork = createLeaderWork(parts, attempt);

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
      await attempt('cleaning up the staging folder', () => staging.removeOrphans());
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
