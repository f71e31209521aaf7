import type { ErrorData } from './errors.ts';
import type { JobState } from './job-state.ts';
import type { Limits } from './limits.ts';

/** A file kept in the blob store, with what a client sees of it. */
export interface StoredFile {
  /** Key in the blob store. */
  readonly key: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** In hex, of the bytes as they were stored. Records of earlier versions have none: only their sizes are checked. */
  readonly sha256?: string;
  /** Set once the stored bytes were found missing or not to be these: they are not served any more. */
  readonly isDamaged?: true;
}

/** Something the user should know about a job that still finished. `code` is stable, in CAPITALS_WITH_UNDERSCORES. */
export interface JobWarning {
  readonly code: string;
  readonly message: string;
}

/** How one attempt at a job ended: with the job, by releasing it, or because its node stopped renewing the lease. */
export type RunEnd = 'completed' | 'failed' | 'cancelled' | 'released' | 'expired';

/** One attempt at a job, for the timeline that people read. */
export interface JobRun {
  readonly fence: number;
  readonly nodeId: string;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  readonly end: RunEnd | null;
}

/**
 * A job as the store shows it. Times are milliseconds since the epoch on the clock of the store; `null` is "known to be
 * absent". It never holds a secret: those are handed out with a claim alone.
 */
export interface JobRecord {
  readonly id: string;
  /** Who the job, its quota unit and its idempotency belong to; null for a job submitted in process. */
  readonly ownerId: string | null;
  /** The API key it was submitted with; null without one. */
  readonly keyId: string | null;
  readonly operation: string;
  /** The checked options of the operation, as JSON, without the secret ones. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Where this job's bounds differ from the engine's. */
  readonly limits: Partial<Limits>;
  readonly state: JobState;
  /** 0–100; 100 only when completed. */
  readonly progress: number;
  /** How many attempts were made, not counting those that failed through no fault of the job. */
  readonly attempts: number;
  /** How often it was given back without the attempt being counted: a store was down, its node was stopping. */
  readonly releases: number;
  /** Grows with each claim; a node with an older one can no longer write. */
  readonly fence: number;
  /** The node that runs it; null unless processing. */
  readonly nodeId: string | null;
  /** Until when that node is trusted to be alive; null unless processing. */
  readonly leaseUntil: number | null;
  /** A queued job is not begun before this. */
  readonly availableAt: number;
  readonly createdAt: number;
  /** When state or progress last changed. */
  readonly updatedAt: number;
  /** When it was first begun, or null while it was not. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /**
   * Processing time over all attempts and nodes, in whole milliseconds by monotonic clocks, so that changes of a wall
   * clock do not affect it. While the job runs, as of the last renewal of its lease; 0 until then.
   */
  readonly durationMs: number;
  /** When record and outputs are to be purged; null until the job is final. */
  readonly purgeAt: number | null;
  readonly correlationId: string;
  /** The trace that it belongs to, of the request it came with: W3C's `traceparent`. Null outside of any. */
  readonly traceparent: string | null;
  /**
   * Hash of the request, to recognise the same request sent again under one job id; null when not given. Keyed with a
   * secret that is not in the store: the request may hold a password.
   */
  readonly requestHash: string | null;
  readonly inputs: readonly StoredFile[];
  readonly outputs: readonly StoredFile[];
  readonly warnings: readonly JobWarning[];
  readonly error: ErrorData | null;
  /** The latest attempts, oldest first; at most `maxRuns`. */
  readonly runs: readonly JobRun[];
}

/** Options that must not outlive the job (passwords); null if there are none. */
export type JobSecrets = Readonly<Record<string, unknown>> | null;

/** The record of a job that failed. */
export interface FailedJob extends JobRecord {
  readonly state: 'failed';
  readonly error: ErrorData;
}

/** A job as the node that claimed it gets it. */
export interface ClaimedJob extends JobRecord {
  readonly secrets: JobSecrets;
}

/** The properties of a job that the submitter chooses; the store adds the rest. */
export interface NewJob
  extends Pick<
    JobRecord,
    | 'id'
    | 'ownerId'
    | 'keyId'
    | 'operation'
    | 'options'
    | 'limits'
    | 'correlationId'
    | 'requestHash'
    | 'inputs'
    | 'warnings'
  > {
  readonly secrets: JobSecrets;
  readonly traceparent?: string | null;
  /**
   * Where to report its end, besides the endpoints of its owner; null for nowhere. It may hold a secret: the store keeps
   * it beside the record, and gives it to the outbox alone.
   */
  readonly webhookUrl: string | null;
}

/** A job in a listing, without the parts that may be long. */
export interface JobSummary
  extends Pick<
    JobRecord,
    | 'id'
    | 'ownerId'
    | 'keyId'
    | 'operation'
    | 'limits'
    | 'state'
    | 'progress'
    | 'attempts'
    | 'nodeId'
    | 'availableAt'
    | 'createdAt'
    | 'updatedAt'
    | 'startedAt'
    | 'finishedAt'
    | 'durationMs'
    | 'purgeAt'
    | 'correlationId'
    | 'error'
  > {
  /** Of the first input. */
  readonly fileName: string | null;
  readonly inputCount: number;
  readonly inputBytes: number;
  readonly outputCount: number;
  readonly outputBytes: number;
}

/** How a job ended. */
export type JobOutcome =
  | { readonly state: 'completed'; readonly outputs: readonly StoredFile[]; readonly warnings: readonly JobWarning[] }
  | { readonly state: 'failed'; readonly error: ErrorData; readonly warnings: readonly JobWarning[] }
  | { readonly state: 'cancelled'; readonly warnings: readonly JobWarning[] };

/** The part of a record that listings show. */
export function summarizeJob(job: JobRecord): JobSummary {
  const { id, ownerId, keyId, operation, limits, state, progress, attempts, nodeId, correlationId, error } = job;
  const { availableAt, createdAt, updatedAt, startedAt, finishedAt, durationMs, purgeAt, inputs, outputs } = job;
  return {
    id,
    ownerId,
    keyId,
    operation,
    limits,
    state,
    progress,
    attempts,
    nodeId,
    availableAt,
    createdAt,
    updatedAt,
    startedAt,
    finishedAt,
    durationMs,
    purgeAt,
    correlationId,
    error,
    fileName: inputs[0]?.fileName ?? null,
    inputCount: inputs.length,
    inputBytes: totalBytes(inputs),
    outputCount: outputs.length,
    outputBytes: totalBytes(outputs),
  };
}

/** Bytes of all these files together. */
export function totalBytes(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
