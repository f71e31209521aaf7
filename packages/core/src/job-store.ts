import type { JobOutcome, JobRecord, NewJob } from './job.ts';
import type { JobState } from './job-state.ts';

export interface JobFilter {
  readonly owner?: string | null;
  readonly states?: readonly JobState[];
  /** Only jobs created before this time (milliseconds since the epoch): the cursor of a listing, newest first. */
  readonly createdBefore?: number;
  /** At most this many; 100 when not given. */
  readonly limit?: number;
}

export interface ClaimRequest {
  readonly now: number;
  readonly leaseMs: number;
}

export interface Renewal {
  readonly leaseUntil: number;
  /** 0–99. The store never lets it fall. */
  readonly progress: number;
}

export interface FinishRequest {
  readonly outcome: JobOutcome;
  readonly now: number;
  readonly purgeAt: number;
}

/** An end that nobody's work brought about. */
export interface CloseRequest extends Omit<FinishRequest, 'outcome'> {
  readonly outcome: Exclude<JobOutcome, { readonly state: 'completed' }>;
}

/**
 * The only truth about jobs. Every write is durable when its promise resolves. A store that cannot keep one of
 * these rules is not a JobStore: there are no optional methods. Rejects with `SERVICE_UNAVAILABLE` when it is down.
 */
export interface JobStore {
  /** Records a queued job. Idempotent by id: an id that is there already returns its record, unchanged. */
  insert(job: NewJob): Promise<JobRecord>;

  get(id: string): Promise<JobRecord | null>;

  /** Newest first. */
  list(filter: JobFilter): Promise<readonly JobRecord[]>;

  /** How many jobs are in each state, of one owner or of all. */
  count(owner?: string | null): Promise<Readonly<Record<JobState, number>>>;

  /**
   * `queued → processing` for one worker: raises `attempts` and `fence` by one and starts the lease.
   * Null when the job is not queued: of two racing claims only one wins.
   */
  claim(id: string, request: ClaimRequest): Promise<JobRecord | null>;

  /** Extends the lease and stores progress. False when the fence is stale or the job is no longer processing. */
  renew(id: string, fence: number, renewal: Renewal): Promise<boolean>;

  /** `processing → queued`, when a worker gives the job back. False when the fence is stale. */
  release(id: string, fence: number): Promise<boolean>;

  /**
   * `processing → final` by the holder of the fence. Null when the fence is stale: the late result of a worker that
   * lost its lease changes nothing. Drops `secrets`; a completed job has progress 100.
   */
  finish(id: string, fence: number, request: FinishRequest): Promise<JobRecord | null>;

  /** `queued | processing → cancelled | failed` by anyone. Null when the job is unknown or already final. */
  close(id: string, request: CloseRequest): Promise<JobRecord | null>;

  /** Every processing job whose lease has run out, moved back to `queued`; returns them as they are now. */
  requeueExpired(now: number): Promise<readonly JobRecord[]>;

  /** Final jobs whose `purgeAt` has passed, at most `limit`, oldest first. */
  listPurgeable(now: number, limit: number): Promise<readonly JobRecord[]>;

  /** Forgets a job. Unknown ids are ignored. */
  remove(id: string): Promise<void>;
}
