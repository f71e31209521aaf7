import { type InsertBounds, type InsertResult, type NewJob, queuedJob, queueItem, quotaMonth } from '@platen/core';
import { lockStandings } from './insert-bounds.ts';
import type { QueueCounter } from './job-counts.ts';
import * as rows from './job-rows.ts';
import { enqueueWithin, type TransactionalQueue } from './queue-items.ts';
import { takeQuotaUnits } from './quota-counts.ts';
import type { Sql } from './transactions.ts';

/** A submission, and what it must not pass. */
export interface Insertion {
  readonly given: NewJob;
  readonly bounds: InsertBounds;
}

/** Records the jobs that are new and within their bounds, in the order given, and enqueues them. */
export async function insertJobs(
  sql: Sql,
  insertions: readonly Insertion[],
  counter: QueueCounter,
  queue: TransactionalQueue | undefined,
): Promise<readonly InsertResult[]> {
  const ids = insertions.map(({ given }) => given.id);
  const [standings, found] = await lockStandings(
    sql,
    counter,
    insertions.map(({ given: { ownerId }, bounds }) => ({ ownerId, bounds })),
    () => rows.findJobs(sql, ids),
  );
  const { now } = standings;
  const { period } = quotaMonth(now);
  const known = new Map(found);
  const added: rows.StoredJob[] = [];
  const results = insertions.map(({ given, bounds }): InsertResult => {
    const { ownerId, secrets, webhookUrl } = given;
    const before = known.get(given.id);
    if (before !== undefined) return { kind: 'known', job: before };
    const refusal = standings.refusal({ ownerId, bounds });
    if (refusal !== null) return refusal;
    const job = queuedJob(given, now);
    const ownerQueued = standings.queuedOf(ownerId);
    standings.add(ownerId);
    known.set(job.id, job);
    added.push({ job, secrets, quotaPeriod: ownerId === null ? null : period, webhookUrl });
    return { kind: 'inserted', job, ownerQueued };
  });

  const items = results.flatMap((result) =>
    result.kind === 'inserted' ? [queueItem(result.job, result.ownerQueued)] : [],
  );
  // An item of an id that another node takes first is one more of its job: the queue keeps one of them.
  const [inserted] = await Promise.all([rows.insertJobs(sql, added), enqueueWithin(sql, queue, items)]);
  const isInserted = (id: string) => inserted.has(id);
  const units = added.filter(({ job }) => isInserted(job.id)).flatMap(({ job: { ownerId } }) => ownerId ?? []);
  takeQuotaUnits(
    sql,
    units.map((ownerId) => ({ ownerId, period })),
  );
  return inserted.size === added.length ? results : withOthers(sql, results, isInserted);
}

/** Ids that another node took between our reading and our writing are known. */
async function withOthers(
  sql: Sql,
  results: readonly InsertResult[],
  isInserted: (id: string) => boolean,
): Promise<readonly InsertResult[]> {
  const taken = results.flatMap((result) =>
    result.kind === 'inserted' && !isInserted(result.job.id) ? [result.job.id] : [],
  );
  const others = await rows.findJobs(sql, taken);
  return results.map((result) => {
    if (result.kind !== 'inserted' || isInserted(result.job.id)) return result;
    const job = others.get(result.job.id);
    if (job === undefined) throw new Error('the job was inserted and removed by others meanwhile');
    return { kind: 'known', job };
  });
}
