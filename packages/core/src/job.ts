import type { ErrorData } from './errors.ts';
import type { JobState } from './job-state.ts';
import type { Limits } from './limits.ts';

/** A file in the blob store, with the properties that clients see. */
export interface StoredFile {
  /** Key in the blob store. */
  readonly key: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the stored bytes, in hex. Records of earlier versions have none: of these files, only the size is checked. */
  readonly sha256?: string;
  /** True once the stored bytes were found to be missing or different. The file is no longer served. */
  readonly isDamaged?: true;
}

/**
 * Something that differs in the result of a job that completed. `code` is stable, in CAPITALS_WITH_UNDERSCORES; `message` is
 * for people.
 */
export interface JobWarning {
  readonly code: string;
  readonly message: string;
}

/** How an attempt at a job ended: the job ended, the node released it, or the node stopped renewing its lease. */
export type RunEnd = 'completed' | 'failed' | 'cancelled' | 'released' | 'expired';

/** One attempt at a job, as the timeline of the job shows it. */
export interface JobRun {
  readonly fence: number;
  readonly nodeId: string;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  readonly end: RunEnd | null;
}

/**
 * A job in the store. Times are in milliseconds since the epoch, by the clock of the store; `null` means that the value is
 * known to be absent. A record contains no secrets: only a claim returns them.
 */
export interface JobRecord {
  readonly id: string;
  /** The owner of the job, its quota unit and its idempotency key; null for a job that was submitted in process. */
  readonly ownerId: string | null;
  /** Id of the API key that submitted the job; null without a key. */
  readonly keyId: string | null;
  readonly operation: string;
  /** The checked options of the operation, as JSON and without secrets. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Limits of this job that differ from those of the engine. */
  readonly limits: Partial<Limits>;
  readonly state: JobState;
  /** 0–100; 100 only when completed. */
  readonly progress: number;
  /** Number of attempts, except those that ended through no fault of the job. */
  readonly attempts: number;
  /** How often a node released the job without counting the attempt, because a store was down or the node was stopping. */
  readonly releases: number;
  /** Increases with each claim. A node that holds an older fence can no longer write. */
  readonly fence: number;
  /** Id of the node that runs the job; null unless it is `processing`. */
  readonly nodeId: string | null;
  /** Until when the node is assumed to be alive; null unless the job is `processing`. */
  readonly leaseUntil: number | null;
  /** A queued job does not start before this time. */
  readonly availableAt: number;
  readonly createdAt: number;
  /** When state or progress last changed. */
  readonly updatedAt: number;
  /** When the first attempt began; null before that. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /**
   * Processing time of all attempts on all nodes, in whole milliseconds, by monotonic clocks. While the job runs, it is the
   * value at the last renewal of the lease; before the first renewal, it is 0.
   */
  readonly durationMs: number;
  /** When the record and the outputs will be purged; null until the job has ended. */
  readonly purgeAt: number | null;
  readonly correlationId: string;
  /** W3C `traceparent` of the request that submitted the job; null if the request was not traced. */
  readonly traceparent: string | null;
  /**
   * Keyed hash of the request, by which the same request under the same job id is recognised; null if not given. The key of
   * the hash is not in the store, because the request may contain a password.
   */
  readonly requestHash: string | null;
  readonly inputs: readonly StoredFile[];
  readonly outputs: readonly StoredFile[];
  readonly warnings: readonly JobWarning[];
  readonly error: ErrorData | null;
  /** The latest attempts, oldest first; at most `maxRuns`. */
  readonly runs: readonly JobRun[];
}

/** Options that the store removes when the job ends, such as passwords; null if there are none. */
export type JobSecrets = Readonly<Record<string, unknown>> | null;

/** The record of a job that failed. */
export interface FailedJob extends JobRecord {
  readonly state: 'failed';
  readonly error: ErrorData;
}

/** A job with its secrets, as the node that claimed it gets it. */
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
   * A URL that is notified when the job ends, in addition to the endpoints of its owner; null for none. The URL may contain
   * a secret, so the store keeps it outside of the record and passes it only to the outbox.
   */
  readonly webhookUrl: string | null;
}

/** A job in a listing, without the fields that may be long. */
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

/** Returns the part of a record that listings show. */
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

/** Total size of these files in bytes. */
export function totalBytes(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
