import type { DatabaseSync } from 'node:sqlite';
import {
  type FinishRequest,
  type JobFilter,
  type JobRecord,
  type JobState,
  type JobStore,
  queuedJob,
} from '@platen/core';
import { fromJson, type Table, toJson } from './table.ts';

interface JobRow {
  readonly id: string;
  readonly owner: string | null;
  readonly operation: string;
  readonly options: string;
  readonly secrets: string | null;
  readonly limits: string;
  readonly state: JobState;
  readonly progress: number;
  readonly attempts: number;
  readonly fence: number;
  readonly lease_until: number | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly purge_at: number | null;
  readonly correlation_id: string;
  readonly request_hash: string | null;
  readonly inputs: string;
  readonly outputs: string;
  readonly warnings: string;
  readonly error: string | null;
}

/** Each move is one UPDATE whose WHERE is its condition: of two racing ones the second finds nothing to change. */
export function createJobTable(database: DatabaseSync): Table<JobStore> {
  const insert = database.prepare(`
    INSERT INTO jobs VALUES (
      :id, :owner, :operation, :options, :secrets, :limits, :state, :progress, :attempts, :fence, :lease_until,
      :created_at, :started_at, :finished_at, :purge_at, :correlation_id, :request_hash, :inputs, :outputs, :warnings,
      :error
    ) ON CONFLICT (id) DO NOTHING`);
  const select = database.prepare('SELECT * FROM jobs WHERE id = ?');
  const countAll = database.prepare('SELECT state, count(*) AS jobs FROM jobs GROUP BY state');
  const countOwner = database.prepare('SELECT state, count(*) AS jobs FROM jobs WHERE owner IS ? GROUP BY state');
  const claim = database.prepare(`
    UPDATE jobs SET state = 'processing', attempts = attempts + 1, fence = fence + 1, lease_until = :leaseUntil,
      started_at = coalesce(started_at, :now)
    WHERE id = :id AND state = 'queued' RETURNING *`);
  const renew = database.prepare(`
    UPDATE jobs SET lease_until = :leaseUntil, progress = min(99, max(progress, CAST(:progress AS INTEGER)))
    WHERE id = :id AND fence = :fence AND state = 'processing'`);
  const release = database.prepare(`
    UPDATE jobs SET state = 'queued', lease_until = NULL WHERE id = ? AND fence = ? AND state = 'processing'`);
  const end = `
    UPDATE jobs SET state = :state, progress = iif(:state = 'completed', 100, progress), secrets = NULL,
      lease_until = NULL, finished_at = :now, purge_at = :purgeAt, outputs = :outputs, warnings = :warnings,
      error = :error`;
  const finish = database.prepare(`${end} WHERE id = :id AND fence = :fence AND state = 'processing' RETURNING *`);
  const close = database.prepare(`${end} WHERE id = :id AND state IN ('queued', 'processing') RETURNING *`);
  const requeue = database.prepare(`
    UPDATE jobs SET state = 'queued', lease_until = NULL
    WHERE lease_until <= ? AND state = 'processing' RETURNING *`);
  const purgeable = database.prepare('SELECT * FROM jobs WHERE purge_at <= ? ORDER BY purge_at LIMIT ?');
  const remove = database.prepare('DELETE FROM jobs WHERE id = ?');

  function get(id: string): JobRecord | null {
    return toRecord(select.get(id));
  }

  return {
    get,

    insert(job) {
      const record = queuedJob(job);
      insert.run({ ...toRow(record) });
      return get(job.id) ?? record;
    },

    list(filter) {
      const { where, values } = toConditions(filter);
      const query = `SELECT * FROM jobs ${where} ORDER BY created_at DESC, rowid DESC LIMIT ?`;
      return toRecords(database.prepare(query).all(...values, filter.limit ?? 100));
    },

    count(owner) {
      const counts: Record<JobState, number> = { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
      const rows = owner === undefined ? countAll.all() : countOwner.all(owner);
      for (const { state, jobs } of rows) counts[state as JobState] = Number(jobs);
      return counts;
    },

    claim(id, { now, leaseMs }) {
      return toRecord(claim.get({ id, now, leaseUntil: now + leaseMs }));
    },

    renew(id, fence, { leaseUntil, progress }) {
      return renew.run({ id, fence, leaseUntil, progress }).changes === 1;
    },

    release(id, fence) {
      return release.run(id, fence).changes === 1;
    },

    finish(id, fence, request) {
      return toRecord(finish.get({ id, fence, ...toEnd(request) }));
    },

    close(id, request) {
      return toRecord(close.get({ id, ...toEnd(request) }));
    },

    requeueExpired(now) {
      return toRecords(requeue.all(now));
    },

    listPurgeable(now, limit) {
      return toRecords(purgeable.all(now, limit));
    },

    remove(id) {
      remove.run(id);
    },
  };
}

function toConditions({ owner, states, createdBefore }: JobFilter) {
  const conditions: string[] = [];
  const values: (string | number | null)[] = [];
  if (owner !== undefined) {
    conditions.push('owner IS ?');
    values.push(owner);
  }
  if (states !== undefined) {
    conditions.push(`state IN (${states.map(() => '?').join(', ')})`);
    values.push(...states);
  }
  if (createdBefore !== undefined) {
    conditions.push('created_at < ?');
    values.push(createdBefore);
  }
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

function toEnd({ outcome, now, purgeAt }: FinishRequest) {
  return {
    state: outcome.state,
    now,
    purgeAt,
    outputs: JSON.stringify(outcome.state === 'completed' ? outcome.outputs : []),
    warnings: JSON.stringify(outcome.warnings),
    error: toJson(outcome.state === 'failed' ? outcome.error : null),
  };
}

function toRow(job: JobRecord): JobRow {
  return {
    id: job.id,
    owner: job.owner,
    operation: job.operation,
    options: JSON.stringify(job.options),
    secrets: toJson(job.secrets),
    limits: JSON.stringify(job.limits),
    state: job.state,
    progress: job.progress,
    attempts: job.attempts,
    fence: job.fence,
    lease_until: job.leaseUntil,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    purge_at: job.purgeAt,
    correlation_id: job.correlationId,
    request_hash: job.requestHash,
    inputs: JSON.stringify(job.inputs),
    outputs: JSON.stringify(job.outputs),
    warnings: JSON.stringify(job.warnings),
    error: toJson(job.error),
  };
}

function toRecords(rows: readonly unknown[]): readonly JobRecord[] {
  return rows.map((row) => fromRow(row as JobRow));
}

function toRecord(row: unknown): JobRecord | null {
  return row === undefined ? null : fromRow(row as JobRow);
}

function fromRow(row: JobRow): JobRecord {
  return {
    id: row.id,
    owner: row.owner,
    operation: row.operation,
    options: fromJson(row.options),
    secrets: row.secrets === null ? null : fromJson(row.secrets),
    limits: fromJson(row.limits),
    state: row.state,
    progress: row.progress,
    attempts: row.attempts,
    fence: row.fence,
    leaseUntil: row.lease_until,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    purgeAt: row.purge_at,
    correlationId: row.correlation_id,
    requestHash: row.request_hash,
    inputs: fromJson(row.inputs),
    outputs: fromJson(row.outputs),
    warnings: fromJson(row.warnings),
    error: row.error === null ? null : fromJson(row.error),
  };
}
