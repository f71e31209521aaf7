import type { ErrorData } from './errors.ts';
import type { JobState } from './job-state.ts';
import type { Limits } from './limits.ts';

/** A file kept in the blob store, with what a client is told about it. */
export interface StoredFile {
  /** Key in the blob store. */
  readonly key: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** Something the user should know about a job that still finished. `code` is stable, in CAPITALS_WITH_UNDERSCORES. */
export interface JobWarning {
  readonly code: string;
  readonly message: string;
}

/** A job as the store keeps it. Times are milliseconds since the epoch; `null` is "known to be absent". */
export interface JobRecord {
  readonly id: string;
  /** Who submitted it: the id of a key, or null for a job submitted in process. */
  readonly owner: string | null;
  readonly operation: string;
  /** The checked options of the operation, as JSON. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Options that must not outlive the job (passwords): the store drops them when the job reaches a final state. */
  readonly secrets: Readonly<Record<string, unknown>> | null;
  /** Where this job's bounds differ from the engine's. */
  readonly limits: Partial<Limits>;
  readonly state: JobState;
  /** 0–100; 100 only when completed. */
  readonly progress: number;
  /** How many times a worker has begun this job. */
  readonly attempts: number;
  /** Grows with each claim; a worker with an older one can no longer write. */
  readonly fence: number;
  /** Until when the claiming worker is trusted to be alive; null unless processing. */
  readonly leaseUntil: number | null;
  readonly createdAt: number;
  /** When the first worker began, or null while it has not. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** When record and outputs are to be purged; null until the job is final. */
  readonly purgeAt: number | null;
  readonly correlationId: string;
  /** Hash of the request, to recognise the same request sent again under one job id; null when not given. */
  readonly requestHash: string | null;
  readonly inputs: readonly StoredFile[];
  readonly outputs: readonly StoredFile[];
  readonly warnings: readonly JobWarning[];
  readonly error: ErrorData | null;
}

/** What a submitter decides about a job; the store fills in the rest. */
export type NewJob = Pick<
  JobRecord,
  | 'id'
  | 'owner'
  | 'operation'
  | 'options'
  | 'secrets'
  | 'limits'
  | 'createdAt'
  | 'correlationId'
  | 'requestHash'
  | 'inputs'
  | 'warnings'
>;

/** How a job ended. */
export type JobOutcome =
  | { readonly state: 'completed'; readonly outputs: readonly StoredFile[]; readonly warnings: readonly JobWarning[] }
  | { readonly state: 'failed'; readonly error: ErrorData; readonly warnings: readonly JobWarning[] }
  | { readonly state: 'cancelled'; readonly warnings: readonly JobWarning[] };

/** The record of a job nobody has begun. */
export function queuedJob(job: NewJob): JobRecord {
  return {
    ...job,
    state: 'queued',
    progress: 0,
    attempts: 0,
    fence: 0,
    leaseUntil: null,
    startedAt: null,
    finishedAt: null,
    purgeAt: null,
    outputs: [],
    error: null,
  };
}
