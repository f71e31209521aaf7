import type { DatabaseSync } from 'node:sqlite';
import {
  type Clock,
  claimedJob,
  claimWaitMs,
  clockStepMs,
  damagedJob,
  endedJob,
  expiredJob,
  type FinishRequest,
  findRefusal,
  isHeld,
  type JobRecord,
  type JobSecrets,
  type JobStore,
  queuedJob,
  quotaMonth,
  releasedJob,
  renewedJob,
  retriedJob,
} from '@platen/core';
import { fromJobRow, fromJson, type JobRow, toChangingColumns, toFixedColumns, toJson } from '@platen/core/sql';
import { createJobCounts } from './job-counts.ts';
import { createJobReads } from './job-reads.ts';
import type { OutboxTable } from './outbox-table.ts';
import { createQuotaCounts } from './quota-counts.ts';
import type { Table } from './table.ts';
import { createUsageDays } from './usage-days.ts';

/**
 * Each method reads, changes by a function of core, and writes, inside the one transaction that its caller has begun
 * for writing: nobody else writes in between. `onSecretsDropped` is called when a job has ended that had any.
 */
// Long: the statements of one table.
export function createJobTable(
  database: DatabaseSync,
  clock: Clock,
  outbox: OutboxTable,
  onSecretsDropped: () => void,
): Table<JobStore> {
  const reads = createJobReads(database, clock);
  const counts = createJobCounts(database);
  const quotas = createQuotaCounts(database);
  const usageDays = createUsageDays(database);
  const rows = createJobRows(database);

  /** Takes a quota unit; returns the month it is of, to be kept with the job. */
  function takeUnit(ownerId: string | null): string | null {
    if (ownerId === null) return null;
    const { period } = quotaMonth(clock.now());
    quotas.take(ownerId, period);
    return period;
  }

  function end(job: JobRecord, request: FinishRequest): JobRecord | null {
    const ended = endedJob(job, request, clock.now());
    if (ended === null) return null;
    const { secrets, period, webhookUrl } = rows.aside(job.id);
    if (period !== null && ended.ownerId !== null && ended.state !== 'completed')
      quotas.giveBack(ended.ownerId, period);
    rows.update(ended);
    rows.setAside(job.id, null, null);
    if (secrets !== null) onSecretsDropped();
    usageDays.add(ended);
    outbox.add(ended, request.messages, webhookUrl);
    return ended;
  }

  return {
    ...reads,

    insert(given, bounds) {
      const { id, ownerId, secrets, webhookUrl } = given;
      const known = reads.get(id);
      if (known !== null) return { kind: 'known', job: known };
      const standing = reads.standing(ownerId);
      const refusal = findRefusal(ownerId, bounds, standing);
      if (refusal !== null) return refusal;
      const job = queuedJob(given, clock.now());
      rows.insert(job, { secrets, webhookUrl, period: takeUnit(ownerId) });
      return { kind: 'inserted', job, ownerQueued: standing.ownerQueued };
    },

    checkWrite: rows.checkWrite,

    usage: usageDays.list,

    claim(id, { nodeId, leaseMs, maxRunningPerOwner }) {
      const job = reads.get(id);
      if (job?.state !== 'queued') return { kind: 'not_queued' };
      const now = clock.now();
      const waitMs = claimWaitMs(job, now);
      if (waitMs > 0) return { kind: 'not_yet', waitMs };
      const { maxRunningPerOwner: bound = maxRunningPerOwner } = job.limits;
      const isBusy = job.ownerId !== null && bound !== null && counts.of('processing', job.ownerId) >= bound;
      if (isBusy) return { kind: 'owner_busy' };
      const claimed = claimedJob(job, nodeId, leaseMs, now);
      rows.update(claimed);
      return { kind: 'claimed', job: { ...claimed, secrets: rows.aside(id).secrets } };
    },

    renew(renewals, leaseMs) {
      const now = clock.now();
      const lost: string[] = [];
      for (const { id, fence, ...known } of renewals) {
        const job = reads.get(id);
        if (isHeld(job, fence)) rows.update(renewedJob(job, known, leaseMs, now));
        else lost.push(id);
      }
      return lost;
    },

    release(id, fence, request) {
      const job = reads.get(id);
      if (!isHeld(job, fence)) return false;
      rows.update(releasedJob(job, request, clock.now()));
      return true;
    },

    finish(id, fence, request) {
      const job = reads.get(id);
      return isHeld(job, fence) ? end(job, request) : null;
    },

    close(id, request) {
      const job = reads.get(id);
      return job === null ? null : end(job, request);
    },

    retry(id, bounds, secrets) {
      const job = reads.get(id);
      if (job === null) return { kind: 'unknown' };
      const retried = retriedJob(job, clock.now());
      if (retried === null) return { kind: 'not_retryable', job };
      const standing = reads.standing(job.ownerId);
      const refusal = findRefusal(job.ownerId, bounds, standing);
      if (refusal !== null) return refusal;
      rows.update(retried);
      rows.setAside(id, secrets, takeUnit(job.ownerId));
      return { kind: 'queued', job: retried, ownerQueued: standing.ownerQueued };
    },

    markDamaged(id, outputIndex) {
      const job = reads.get(id);
      const damaged = job === null ? null : damagedJob(job, outputIndex, clock.now());
      if (damaged !== null) rows.update(damaged);
      return damaged;
    },

    requeueExpired({ delaysMs, ignoreLeases = false }) {
      const now = clock.now();
      return rows.leased(ignoreLeases ? Number.MAX_SAFE_INTEGER : now, now).map((job) => {
        const expired = expiredJob(job, delaysMs, now);
        rows.update(expired);
        return expired;
      });
    },

    takePurgeable({ limit, holdMs }) {
      const now = clock.now();
      return rows.takePurgeable(now, limit, now + holdMs);
    },

    removeAll: (ids) => ids.filter((id) => rows.remove(id)),
    remove: rows.remove,
  };
}

/** What is kept of a job beside its record. */
interface Aside {
  readonly secrets: JobSecrets;
  /** The month of the quota unit that it holds. */
  readonly period: string | null;
  readonly webhookUrl: string | null;
}

/** More than the record of a job takes. */
const trialBytes = 65_536;

/** Statements on the table of jobs. */
function createJobRows(database: DatabaseSync) {
  const insert = database.prepare(`
    INSERT INTO jobs (
      id, owner_id, key_id, operation, options, limits, created_at, correlation_id, traceparent, request_hash, inputs, file_name,
      input_count, input_bytes, secrets, quota_period, webhook_url, state, progress, attempts, releases, fence, node_id, lease_until,
      available_at, updated_at, started_at, finished_at, duration_ms, purge_at, outputs, output_count, output_bytes, warnings, error,
      runs
    ) VALUES (
      :id, :owner_id, :key_id, :operation, :options, :limits, :created_at, :correlation_id, :traceparent, :request_hash, :inputs,
      :file_name, :input_count, :input_bytes, :secrets, :quota_period, :webhook_url, :state, :progress, :attempts, :releases, :fence,
      :node_id, :lease_until, :available_at, :updated_at, :started_at, :finished_at, :duration_ms, :purge_at, :outputs, :output_count,
      :output_bytes, :warnings, :error, :runs
    )`);
  const update = database.prepare(`
    UPDATE jobs SET state = :state, progress = :progress, attempts = :attempts, releases = :releases, fence = :fence,
      node_id = :node_id, lease_until = :lease_until, available_at = :available_at, updated_at = :updated_at,
      started_at = :started_at, finished_at = :finished_at, duration_ms = :duration_ms, purge_at = :purge_at, outputs = :outputs,
      output_count = :output_count, output_bytes = :output_bytes, warnings = :warnings, error = :error, runs = :runs
    WHERE id = :id`);
  const selectAside = database.prepare('SELECT secrets, quota_period, webhook_url FROM jobs WHERE id = ?');
  const setAside = database.prepare(
    'UPDATE jobs SET secrets = :secrets, quota_period = :period, purge_held_until = 0 WHERE id = :id',
  );
  // As `hasLostLease`.
  const selectLeased = database.prepare(`
    SELECT * FROM jobs WHERE lease_until IS NOT NULL AND state = 'processing'
    AND (lease_until <= :until OR (updated_at > :now + ${clockStepMs} AND lease_until > updated_at))`);
  const selectPurgeable = database.prepare(`
    SELECT * FROM jobs WHERE purge_at <= :now AND purge_held_until <= :now ORDER BY purge_at LIMIT :limit`);
  const holdPurge = database.prepare('UPDATE jobs SET purge_held_until = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM jobs WHERE id = ?');
  const fill = database.prepare(`
    INSERT INTO outbox (job_id, topic, payload, created_at, available_at, attempts)
    VALUES ('', '', hex(zeroblob(${trialBytes / 2})), 0, 0, 0) RETURNING id`);
  const empty = database.prepare('DELETE FROM outbox WHERE id = ?');

  return {
    insert(job: JobRecord, { secrets, period, webhookUrl }: Aside): void {
      const aside = { secrets: toJson(secrets), quota_period: period, webhook_url: webhookUrl };
      insert.run({ ...toFixedColumns(job), ...toChangingColumns(job), ...aside });
    },
    update(job: JobRecord): void {
      update.run({ id: job.id, ...toChangingColumns(job) });
    },
    aside(id: string): Aside {
      const { secrets = null, quota_period: period = null, webhook_url: url = null } = selectAside.get(id) ?? {};
      return {
        secrets: secrets === null ? null : fromJson(String(secrets)),
        period: period === null ? null : String(period),
        webhookUrl: url === null ? null : String(url),
      };
    },
    setAside(id: string, secrets: JobSecrets, period: string | null): void {
      setAside.run({ id, secrets: toJson(secrets), period });
    },
    leased: (until: number, now: number): readonly JobRecord[] =>
      selectLeased.all({ until, now }).map((row) => fromJobRow(row as unknown as JobRow)),
    takePurgeable(now: number, limit: number, heldUntil: number): readonly JobRecord[] {
      const due = selectPurgeable.all({ now, limit }).map((row) => fromJobRow(row as unknown as JobRow));
      for (const { id } of due) holdPurge.run(heldUntil, id);
      return due;
    },
    remove: (id: string): boolean => remove.run(id).changes === 1,
    checkWrite: () => void empty.run(Number(fill.get()?.id)),
  };
}
