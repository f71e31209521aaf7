import {
  type ClaimResult,
  ConversionError,
  damagedJob,
  expiredJob,
  type InsertResult,
  isHeld,
  type JobRecord,
  type JobStore,
  queueItem,
  quotaMonth,
  releasedJob,
  renewedJob,
  retriedJob,
} from '@platen/core';
import { batchCalls } from '@platen/core/internal';
import { type Claim, claimJobs } from './claim-jobs.ts';
import { type Ending, endJobs } from './end-jobs.ts';
import { lockStandings, maxBatchSize } from './insert-bounds.ts';
import { type Insertion, insertJobs } from './insert-jobs.ts';
import { checkWrite, countByOwner, countJobs, createQueueCounter, readBacklog, readOverdue } from './job-counts.ts';
import * as rows from './job-rows.ts';
import { listJobs } from './list-jobs.ts';
import { createOutboxTable } from './outbox-table.ts';
import { enqueueWithin, type TransactionalQueue } from './queue-items.ts';
import { quotaUsed, takeQuotaUnits } from './quota-counts.ts';
import type { Sql, Transact } from './transactions.ts';
import { listUsage } from './usage-days.ts';

/** Thousands of leases may have run out inBatches, and the one node that sweeps does not answer anybody. */
const sweepTimeoutMs = 60_000;

/**
 * Each method is one transaction: it locks the row, changes the record by a function of core on the clock of the server,
 * and writes it. What every job goes through is done for many at a time: calls that come while a transaction is under
 * way share the next. Locks are taken in one order, so that no two transactions wait for each other: the queue, the
 * owners by name, the rows of jobs by id, the sums.
 */
// Long: the statements of one table.
export function createJobTable(transact: Transact, queue?: TransactionalQueue): JobStore {
  const counter = createQueueCounter();
  const insert = inBatches<Insertion, InsertResult>(transact, (sql, calls) => insertJobs(sql, calls, counter, queue));
  const claim = inBatches<Claim, ClaimResult>(transact, claimJobs);
  const end = inBatches<Ending, JobRecord | null>(transact, endJobs);
  // Nobody waits for others: what is asked while a statement is under way shares the next one.
  const get = batchCalls<string, JobRecord | null>(async (ids) => {
    const found = await transact((sql) => rows.findJobs(sql, ids));
    return ids.map((id) => found.get(id) ?? null);
  });

  return {
    durable: true,
    enqueues: queue !== undefined,
    outbox: createOutboxTable(transact),

    insert: (given, bounds) => insert({ given, bounds }),
    get,
    list: (filter, page = {}) => transact((sql) => listJobs(sql, filter, page)),
    backlog: () => transact(readBacklog),
    overdue: () => transact(readOverdue),
    checkWrite: () => transact(checkWrite),
    counts: (ownerId) => transact((sql) => countJobs(sql, ownerId)),
    usage: (filter) => transact((sql) => listUsage(sql, filter)),

    standing: (ownerId) =>
      transact(async (sql) => {
        const [queued, running] = await Promise.all([
          counter.count(sql, [ownerId]),
          countByOwner(sql, 'processing', [ownerId]),
        ]);
        const { period, resetsAt } = quotaMonth(queued.now);
        return {
          queued: queued.all,
          ownerQueued: queued.byOwner.get(ownerId) ?? 0,
          ownerRunning: running.get(ownerId) ?? 0,
          quotaUsed: ownerId === null ? 0 : await quotaUsed(sql, ownerId, period),
          quotaResetsAt: resetsAt,
        };
      }),

    claim: (id, request) => claim({ id, ...request }),

    renew: (renewals, leaseMs) =>
      transact(async (sql) => {
        const { jobs, now } = await rows.lockJobs(
          sql,
          renewals.map(({ id }) => id),
        );
        const renewed: JobRecord[] = [];
        const lost: string[] = [];
        for (const { id, fence, ...known } of renewals) {
          const job = jobs.get(id)?.job;
          if (isHeld(job, fence)) renewed.push(renewedJob(job, known, leaseMs, now));
          else lost.push(id);
        }
        rows.renewJobs(sql, renewed);
        return lost;
      }),

    release: (id, fence, request) =>
      transact(async (sql) => {
        const { jobs, now } = await rows.lockJobs(sql, [id]);
        const job = jobs.get(id)?.job;
        if (!isHeld(job, fence)) return false;
        rows.updateJobs(sql, [releasedJob(job, request, now)]);
        await enqueueWithin(sql, queue, [queueItem(job, 0, request.delayMs)]);
        return true;
      }),

    finish: (id, fence, request) => end({ id, fence, request }),
    close: (id, request) => end({ id, fence: null, request }),

    retry: (id, bounds, secrets) =>
      transact(async (sql) => {
        const seen = await rows.findJob(sql, id);
        if (seen === null) return { kind: 'unknown' };
        const { ownerId } = seen;
        const [standings] = await lockStandings(sql, counter, [{ ownerId, bounds }], async () => {});
        const { jobs, now } = await rows.lockJobs(sql, [id]);
        const before = jobs.get(id);
        if (before === undefined) return { kind: 'unknown' };
        const job = retriedJob(before.job, now);
        if (job === null) return { kind: 'not_retryable', job: before.job };
        const refusal = standings.refusal({ ownerId, bounds });
        if (refusal !== null) return refusal;
        const { period } = quotaMonth(now);
        const { webhookUrl } = before;
        rows.replaceJobs(sql, [{ job, secrets, quotaPeriod: ownerId === null ? null : period, webhookUrl }]);
        takeQuotaUnits(sql, ownerId === null ? [] : [{ ownerId, period }]);
        const ownerQueued = standings.queuedOf(ownerId);
        await enqueueWithin(sql, queue, [queueItem(job, ownerQueued)]);
        return { kind: 'queued', job, ownerQueued };
      }),

    markDamaged: (id, outputIndex) =>
      transact(async (sql) => {
        const { jobs, now } = await rows.lockJobs(sql, [id]);
        const job = jobs.get(id)?.job;
        const damaged = job === undefined ? null : damagedJob(job, outputIndex, now);
        if (damaged !== null) rows.updateJobs(sql, [damaged]);
        return damaged;
      }),

    requeueExpired: ({ delaysMs, ignoreLeases = false }) =>
      transact(async (sql) => {
        const { leased, now } = await rows.lockLeased(sql, ignoreLeases);
        const expired = leased.map((job) => expiredJob(job, delaysMs, now));
        rows.updateJobs(sql, expired);
        await enqueueWithin(
          sql,
          queue,
          expired.map((job) => queueItem(job, 0, job.availableAt - now)),
        );
        return expired;
      }, sweepTimeoutMs),

    takePurgeable: ({ limit, holdMs }) => transact((sql) => rows.holdPurgeable(sql, limit, holdMs), sweepTimeoutMs),

    removeAll: (ids) => transact((sql) => rows.removeJobs(sql, ids)),
    remove: async (id) => (await transact((sql) => rows.removeJobs(sql, [id]))).length === 1,
  };
}

/**
 * When many calls come, those within this time share a transaction, and one flush of the server's log; a single call does
 * not wait. Measured: 10 ms halve the commits per job at 300 jobs a second.
 */
const batchIntervalMs = 10;

/** Lets calls share transactions. When the database refuses a value, which one call brought, each is repeated on its own. */
function inBatches<Call, Result>(
  transact: Transact,
  carryOut: (sql: Sql, calls: readonly Call[]) => Promise<readonly Result[]>,
): (call: Call) => Promise<Result> {
  const batched = batchCalls<Call, Result>((calls) => transact((sql) => carryOut(sql, calls)), {
    maxSize: maxBatchSize,
    intervalMs: batchIntervalMs,
  });
  return async (call) => {
    try {
      return await batched(call);
    } catch (error) {
      if (!ConversionError.is(error) || error.code !== 'INTERNAL_ERROR') throw error;
      const [result] = await transact((sql) => carryOut(sql, [call]));
      return result as Result;
    }
  };
}
