import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Backlog, type Clock, type JobStore, quotaMonth } from '@platen/core';
import { fromJobRow, type JobRow } from '@platen/core/sql';
import { createJobCounts } from './job-counts.ts';
import { listJobs } from './list-jobs.ts';
import { prepareOverdue } from './prepare-overdue.ts';
import { createQuotaCounts } from './quota-counts.ts';
import type { Table } from './table.ts';

export type JobReads = Pick<Table<JobStore>, 'get' | 'list' | 'backlog' | 'overdue' | 'counts' | 'standing'>;

/** What only reads the table of jobs: it works on a connection that may not write, too. */
export function createJobReads(database: DatabaseSync, clock: Clock): JobReads {
  const select = database.prepare('SELECT * FROM jobs WHERE id = ?');
  const backlog = database.prepare(
    `SELECT operation, sum(state = 'queued') AS queued, sum(state = 'processing') AS processing,
       min(CASE state WHEN 'queued' THEN created_at END) AS oldest
     FROM jobs INDEXED BY jobs_backlog WHERE state IN ('queued', 'processing') GROUP BY operation ORDER BY operation`,
  );
  const purge = prepareOverdue(database, 'purge_at', 'jobs', 'jobs_by_purge', 'purge_at IS NOT NULL');
  const outbox = prepareOverdue(database, 'created_at', 'outbox', 'outbox_by_age');
  const counts = createJobCounts(database);
  const quotas = createQuotaCounts(database);

  return {
    get(id) {
      const row = select.get(id);
      return row === undefined ? null : fromJobRow(row as unknown as JobRow);
    },

    list: (filter, page = {}) => listJobs(database, filter, page),

    backlog: () => backlog.all().map(toBacklog),

    overdue: () => ({ purge: purge(clock.now()), outbox: outbox(clock.now()) }),

    counts: counts.all,

    standing(ownerId) {
      const { period, resetsAt } = quotaMonth(clock.now());
      return {
        queued: counts.of('queued'),
        ownerQueued: counts.of('queued', ownerId),
        ownerRunning: counts.of('processing', ownerId),
        quotaUsed: ownerId === null ? 0 : quotas.used(ownerId, period),
        quotaResetsAt: resetsAt,
      };
    },
  };
}

function toBacklog({ operation, queued, processing, oldest }: Record<string, SQLOutputValue>): Backlog {
  return {
    operation: String(operation),
    queued: Number(queued),
    processing: Number(processing),
    oldestQueuedAt: oldest == null ? null : Number(oldest),
  };
}
