import {
  claimedJob,
  endedJob,
  expiredJob,
  type FinishRequest,
  isHeld,
  type JobRecord,
  type JobStore,
  queuedJob,
  quotaMonth,
  releasedJob,
  renewedJob,
  retriedJob,
} from '@platen/core';
import { lockBounds, ownerLock, refusalOf } from './insert-bounds.ts';
import { countJobs, countUnfinished } from './job-counts.ts';
import * as rows from './job-rows.ts';
import { listJobs } from './list-jobs.ts';
import { addMessages, createOutboxTable } from './outbox-table.ts';
import { enqueueWithin, queueItem, type TransactionalQueue } from './queue-items.ts';
import { giveBackQuotaUnit, quotaUsed, takeQuotaUnit } from './quota-counts.ts';
import type { Sql, Transact } from './transactions.ts';
import { addUsage, listUsage } from './usage-days.ts';

/** Thousands of leases may have run out together, and the one node that sweeps does not answer anybody. */
const sweepTimeoutMs = 60_000;

/**
 * Each method is one transaction: it locks the row, changes the record by a function of core on the clock of the server,
 * and writes it. Locks are taken in one order, so that no two transactions wait for each other: the queue, the owner, the
 * rows of jobs by id, the sums.
 */
export function createJobTable(transact: Transact, queue?: TransactionalQueue): JobStore {
  return {
    durable: true,
    enqueues: queue !== undefined,
    outbox: createOutboxTable(transact),

    insert: (given, bounds) =>
      transact(async (sql) => {
        const before = await rows.findJob(sql, given.id);
        if (before !== null) return { kind: 'known', job: before };
        await lockBounds(sql, given.ownerId, bounds);
        const meanwhile = await rows.findJob(sql, given.id);
        if (meanwhile !== null) return { kind: 'known', job: meanwhile };
        const now = await sql.now();
        const refusal = await refusalOf(sql, given.ownerId, bounds, now);
        if (refusal !== null) return refusal;
        const ownerQueued = await countUnfinished(sql, 'queued', given.ownerId);
        const job = queuedJob(given, now);
        const period = job.ownerId === null ? null : quotaMonth(now).period;
        if (!(await rows.insertJob(sql, job, given.secrets, period))) {
          const known = await rows.findJob(sql, given.id);
          if (known === null) throw new Error('the job was inserted and removed by others meanwhile');
          return { kind: 'known', job: known };
        }
        if (job.ownerId !== null && period !== null) await takeQuotaUnit(sql, job.ownerId, period);
        await enqueueWithin(sql, queue, [queueItem(job, ownerQueued)]);
        return { kind: 'inserted', job, ownerQueued };
      }),

    get: (id) => transact((sql) => rows.findJob(sql, id)),
    list: (filter, page = {}) => transact((sql) => listJobs(sql, filter, page)),
    counts: (ownerId) => transact((sql) => countJobs(sql, ownerId)),
    usage: (filter) => transact((sql) => listUsage(sql, filter)),

    standing: (ownerId) =>
      transact(async (sql) => {
        const { period, resetsAt } = quotaMonth(await sql.now());
        return {
          queued: await countUnfinished(sql, 'queued'),
          ownerQueued: await countUnfinished(sql, 'queued', ownerId),
          ownerRunning: await countUnfinished(sql, 'processing', ownerId),
          quotaUsed: ownerId === null ? 0 : await quotaUsed(sql, ownerId, period),
          quotaResetsAt: resetsAt,
        };
      }),

    claim: (id, { nodeId, leaseMs, maxRunningPerOwner }) =>
      transact(async (sql) => {
        // Owner and limits never change, so they may be read before the lock that they decide on.
        const seen = await rows.findJob(sql, id);
        if (seen?.state !== 'queued') return { kind: 'not_queued' };
        const { maxRunningPerOwner: bound = maxRunningPerOwner } = seen.limits;
        const isBounded = seen.ownerId !== null && bound !== null;
        if (isBounded) await sql.lock(ownerLock(seen.ownerId));
        const job = await rows.lockJob(sql, id);
        if (job?.state !== 'queued') return { kind: 'not_queued' };
        const now = await sql.now();
        if (job.availableAt > now) return { kind: 'not_yet', waitMs: job.availableAt - now };
        if (isBounded && (await countUnfinished(sql, 'processing', job.ownerId)) >= bound) {
          return { kind: 'owner_busy' };
        }
        const claimed = claimedJob(job, nodeId, leaseMs, now);
        await rows.updateJob(sql, claimed);
        return { kind: 'claimed', job: { ...claimed, secrets: await rows.findSecrets(sql, id) } };
      }),

    renew: (renewals, leaseMs) =>
      transact(async (sql) => {
        const jobs = await rows.lockJobs(
          sql,
          renewals.map(({ id }) => id),
        );
        const now = await sql.now();
        const lost: string[] = [];
        for (const { id, fence, ...known } of renewals) {
          const job = jobs.get(id);
          if (isHeld(job, fence)) await rows.renewJob(sql, renewedJob(job, known, leaseMs, now));
          else lost.push(id);
        }
        return lost;
      }),

    release: (id, fence, request) =>
      transact(async (sql) => {
        const job = await rows.lockJob(sql, id);
        if (!isHeld(job, fence)) return false;
        await rows.updateJob(sql, releasedJob(job, request, await sql.now()));
        await enqueueWithin(sql, queue, [queueItem(job, 0, request.delayMs)]);
        return true;
      }),

    finish: (id, fence, request) =>
      transact(async (sql) => {
        const job = await rows.lockJob(sql, id);
        return isHeld(job, fence) ? end(sql, job, request) : null;
      }),

    close: (id, request) =>
      transact(async (sql) => {
        const job = await rows.lockJob(sql, id);
        return job === null ? null : end(sql, job, request);
      }),

    retry: (id, bounds, secrets) =>
      transact(async (sql) => {
        const seen = await rows.findJob(sql, id);
        if (seen === null) return { kind: 'unknown' };
        await lockBounds(sql, seen.ownerId, bounds);
        const job = await rows.lockJob(sql, id);
        if (job === null) return { kind: 'unknown' };
        const now = await sql.now();
        const retried = retriedJob(job, now);
        if (retried === null) return { kind: 'not_retryable', job };
        const refusal = await refusalOf(sql, job.ownerId, bounds, now);
        if (refusal !== null) return refusal;
        const ownerQueued = await countUnfinished(sql, 'queued', job.ownerId);
        const period = job.ownerId === null ? null : quotaMonth(now).period;
        await rows.updateJob(sql, retried);
        await rows.setAside(sql, id, secrets, period);
        if (job.ownerId !== null && period !== null) await takeQuotaUnit(sql, job.ownerId, period);
        await enqueueWithin(sql, queue, [queueItem(job, ownerQueued)]);
        return { kind: 'queued', job: retried, ownerQueued };
      }),

    requeueExpired: ({ delaysMs, ignoreLeases = false }) =>
      transact(async (sql) => {
        const now = await sql.now();
        const jobs = await rows.lockLeased(sql, ignoreLeases ? Number.MAX_SAFE_INTEGER : now);
        const expired = jobs.map((job) => expiredJob(job, delaysMs, now));
        for (const job of expired) await rows.updateJob(sql, job);
        const items = expired.map((job) => queueItem(job, 0, job.availableAt - now));
        await enqueueWithin(sql, queue, items);
        return expired;
      }, sweepTimeoutMs),

    takePurgeable: ({ limit, holdMs }) =>
      transact(async (sql) => rows.holdPurgeable(sql, await sql.now(), limit, holdMs), sweepTimeoutMs),

    remove: (id) => transact((sql) => rows.removeJob(sql, id)),
  };
}

async function end(sql: Sql, job: JobRecord, request: FinishRequest): Promise<JobRecord | null> {
  const now = await sql.now();
  const ended = endedJob(job, request, now);
  if (ended === null) return null;
  const period = await rows.findQuotaPeriod(sql, job.id);
  await rows.updateJob(sql, ended);
  await rows.setAside(sql, job.id, null, null);
  if (period !== null && ended.ownerId !== null && ended.state !== 'completed') {
    await giveBackQuotaUnit(sql, ended.ownerId, period);
  }
  await addUsage(sql, ended);
  await addMessages(sql, ended, request.messages, now);
  return ended;
}
