import { type JobRecord, type JobSummary, totalBytes } from '../job.ts';
import type { JobState } from '../job-state.ts';
import { fromJson, toJson } from './column-values.ts';

/** The columns of a job that its record is made of. */
export interface JobRow {
  readonly id: string;
  readonly owner_id: string | null;
  readonly key_id: string | null;
  readonly operation: string;
  readonly options: string;
  readonly limits: string;
  readonly state: JobState;
  readonly progress: number;
  readonly attempts: number;
  readonly releases: number;
  readonly fence: number;
  readonly node_id: string | null;
  readonly lease_until: number | null;
  readonly available_at: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly duration_ms: number;
  readonly purge_at: number | null;
  readonly correlation_id: string;
  readonly traceparent: string | null;
  readonly request_hash: string | null;
  readonly inputs: string;
  readonly outputs: string;
  readonly warnings: string;
  readonly error: string | null;
  readonly runs: string;
}

/** The columns of a listing. */
export interface SummaryRow
  extends Omit<
    JobRow,
    'options' | 'fence' | 'lease_until' | 'traceparent' | 'request_hash' | 'inputs' | 'outputs' | 'warnings' | 'runs'
  > {
  readonly file_name: string | null;
  readonly input_count: number;
  readonly input_bytes: number;
  readonly output_count: number;
  readonly output_bytes: number;
}

/** The columns of `SummaryRow`, for a SELECT. */
export const summaryColumns = `id, owner_id, key_id, operation, limits, state, progress, attempts, releases, node_id,
  available_at, created_at, updated_at, started_at, finished_at, duration_ms, purge_at, correlation_id, error, file_name,
  input_count, input_bytes, output_count, output_bytes`;

/** What never changes after a job was inserted. */
export function toFixedColumns(job: JobRecord) {
  return {
    id: job.id,
    owner_id: job.ownerId,
    key_id: job.keyId,
    operation: job.operation,
    options: JSON.stringify(job.options),
    limits: JSON.stringify(job.limits),
    created_at: job.createdAt,
    correlation_id: job.correlationId,
    traceparent: job.traceparent,
    request_hash: job.requestHash,
    inputs: JSON.stringify(job.inputs),
    file_name: job.inputs[0]?.fileName ?? null,
    input_count: job.inputs.length,
    input_bytes: totalBytes(job.inputs),
  };
}

/** What a change of a job may change: the columns of an UPDATE. */
export function toChangingColumns(job: JobRecord) {
  return {
    state: job.state,
    progress: job.progress,
    attempts: job.attempts,
    releases: job.releases,
    fence: job.fence,
    node_id: job.nodeId,
    lease_until: job.leaseUntil,
    available_at: job.availableAt,
    updated_at: job.updatedAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    duration_ms: job.durationMs,
    purge_at: job.purgeAt,
    outputs: JSON.stringify(job.outputs),
    output_count: job.outputs.length,
    output_bytes: totalBytes(job.outputs),
    warnings: JSON.stringify(job.warnings),
    error: toJson(job.error),
    runs: JSON.stringify(job.runs),
  };
}

/** The record that a row of the table of jobs holds. */
export function fromJobRow(row: JobRow): JobRecord {
  return {
    ...toListed(row),
    options: fromJson(row.options),
    releases: row.releases,
    fence: row.fence,
    leaseUntil: row.lease_until,
    traceparent: row.traceparent,
    requestHash: row.request_hash,
    inputs: fromJson(row.inputs),
    outputs: fromJson(row.outputs),
    warnings: fromJson(row.warnings),
    runs: fromJson(row.runs),
  };
}

/** The summary that a row of `summaryColumns` holds. */
export function toSummary(row: SummaryRow): JobSummary {
  return {
    ...toListed(row),
    fileName: row.file_name,
    inputCount: row.input_count,
    inputBytes: row.input_bytes,
    outputCount: row.output_count,
    outputBytes: row.output_bytes,
  };
}

/** What a record and its summary have in common. */
function toListed(row: JobRow | SummaryRow) {
  return {
    id: row.id,
    ownerId: row.owner_id,
    keyId: row.key_id,
    operation: row.operation,
    limits: fromJson<JobRecord['limits']>(row.limits),
    state: row.state,
    progress: row.progress,
    attempts: row.attempts,
    nodeId: row.node_id,
    availableAt: row.available_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    durationMs: row.duration_ms,
    purgeAt: row.purge_at,
    correlationId: row.correlation_id,
    error: row.error === null ? null : fromJson<NonNullable<JobRecord['error']>>(row.error),
  };
}
