import type { ClaimedJob, JobOutcome, JobRecord, JobSecrets, JobSummary, NewJob } from './job.ts';
import type { JobState } from './job-state.ts';
import type { NewOutboxMessage, Outbox } from './outbox.ts';

/** Bounds that an insertion must not exceed; null means no bound. For a job without an owner, only `maxQueued` counts. */
export interface InsertBounds {
  /** Jobs of one owner in a calendar month (UTC). */
  readonly quotaPerMonth: number | null;
  readonly maxQueued: number | null;
  readonly maxQueuedPerOwner: number | null;
}

/** The bound that a submission would exceed. Nothing was stored. */
export type Refusal =
  | { readonly kind: 'queue_full'; readonly of: 'all' | 'owner'; readonly queued: number; readonly limit: number }
  | { readonly kind: 'quota_exceeded'; readonly used: number; readonly limit: number; readonly resetsAt: number };

/** The stored job, or the bound that prevented it. */
export type InsertResult =
  /** `ownerQueued` jobs of the same owner were waiting before it. */
  | { readonly kind: 'inserted'; readonly job: JobRecord; readonly ownerQueued: number }
  /** The id was already known; its record is unchanged. */
  | { readonly kind: 'known'; readonly job: JobRecord }
  | Refusal;

/** The job that was queued again, or the reason why it was not. */
export type RetryResult =
  | { readonly kind: 'queued'; readonly job: JobRecord; readonly ownerQueued: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_retryable'; readonly job: JobRecord }
  | Refusal;

/** The node that claims a job, its lease, and the bound on running jobs of an owner. */
export interface ClaimRequest {
  /** Id of the node that will run the job. */
  readonly nodeId: string;
  readonly leaseMs: number;
  /**
   * Number of jobs of one owner that may run at the same time, unless the limits of the job say otherwise; null for any
   * number.
   */
  readonly maxRunningPerOwner: number | null;
}

/** The claimed job, or the reason why it cannot be claimed. */
export type ClaimResult =
  | { readonly kind: 'claimed'; readonly job: ClaimedJob }
  /** Unknown, running, or final: there is nothing to do. */
  | { readonly kind: 'not_queued' }
  /** Its `availableAt` is still ahead. */
  | { readonly kind: 'not_yet'; readonly waitMs: number }
  /** Its owner has as many running jobs as it may. */
  | { readonly kind: 'owner_busy' };

/** A job whose lease is renewed, with its progress. */
export interface Renewal {
  readonly id: string;
  readonly fence: number;
  /** 0–99. The store keeps it monotonic. */
  readonly progress: number;
  /** Processing time so far on all nodes, in milliseconds (see `JobRecord`). The store keeps it monotonic. */
  readonly durationMs: number;
}

/** When a released job may begin again, and whether this attempt counts. */
export interface ReleaseRequest {
  /** The job does not start again until these milliseconds have passed. */
  readonly delayMs: number;
  /** Processing time so far on all nodes, in milliseconds. */
  readonly durationMs: number;
  /** False if the job is not at fault (a store was down, the node is stopping). The attempt is then not counted. */
  readonly countAttempt: boolean;
}

/** How a job ended, and what the store writes in the same transaction. */
export interface FinishRequest {
  readonly outcome: JobOutcome;
  /** Processing time on all nodes, in milliseconds; 0 keeps the time of the record. */
  readonly durationMs: number;
  /** How long the record and the outputs are kept, in milliseconds. */
  readonly retentionMs: number;
  /** Messages for the outbox, written if the change is made. */
  readonly messages: readonly NewOutboxMessage[];
}

/** An end that did not result from a run. */
export interface CloseRequest extends Omit<FinishRequest, 'outcome'> {
  readonly outcome: Exclude<JobOutcome, { readonly state: 'completed' }>;
}

/** Selects the jobs of a listing: those that match all given fields. */
export interface JobFilter {
  /** Null for the jobs of no owner. */
  readonly ownerId?: string | null;
  readonly states?: readonly JobState[];
  readonly operations?: readonly string[];
  /** Created at this time or later. */
  readonly createdFrom?: number;
  /** Created before this time. */
  readonly createdBefore?: number;
  /** A part of the name of the first file (upper or lower case), a whole job id, or a whole correlation id. */
  readonly text?: string;
  /** `newest` by default. */
  readonly order?: 'newest' | 'oldest';
}

/** Selects one page of a listing. */
export interface PageRequest {
  /** The `nextCursor` of the previous page; absent for the first page. */
  readonly cursor?: string;
  /** Largest number of jobs; 100 by default, 1 000 at most. */
  readonly limit?: number;
}

/** A page of a listing. */
export interface JobPage {
  readonly jobs: readonly JobSummary[];
  /**
   * The cursor of the next page; null on the last page. A page may be short or empty and still have a next page: to filter
   * by operation or text, a store reads a bounded number of jobs for each page.
   */
  readonly nextCursor: string | null;
}

/**
 * Number of jobs in each state. Unfinished jobs are counted exactly. For ended jobs, a store may stop at `countedEnds`, so
 * that a long history does not make the count slow.
 */
export type JobCounts = Readonly<Record<JobState, number>>;

/** A count of ended jobs in one state is exact up to this number. A count of this number means this many or more. */
export const countedEnds = 10_000;

/** The unfinished jobs of one operation. */
export interface Backlog {
  readonly operation: string;
  readonly queued: number;
  readonly processing: number;
  /** When the oldest waiting job was submitted, in milliseconds since the epoch; null if no job waits. */
  readonly oldestQueuedAt: number | null;
}

/** Work of one kind whose time has come. */
export interface Overdue {
  /** Their number. It is exact up to `countedEnds`; that number means this many or more. */
  readonly count: number;
  /** For how long the oldest overdue item has been due, in milliseconds; 0 if none is overdue. */
  readonly lateMs: number;
}

/** The overdue work of a job store. */
export interface OverdueJobs {
  /** Jobs whose retention has ended. */
  readonly purge: Overdue;
  /** Messages about ended jobs that were not sent yet. */
  readonly outbox: Overdue;
}

/** How much of its limits and its quota an owner uses. */
export interface OwnerStanding {
  /** Waiting jobs of all owners. */
  readonly queued: number;
  readonly ownerQueued: number;
  readonly ownerRunning: number;
  /** Quota units that the owner used in this calendar month (UTC), by the clock of the store. */
  readonly quotaUsed: number;
  readonly quotaResetsAt: number;
}

/** Selects days, and optionally one owner; all owners by default. */
export interface UsageFilter {
  readonly ownerId?: string | null;
  /** First and last day, as `2026-11-22` (UTC). */
  readonly fromDay: string;
  readonly toDay: string;
}

/** Totals of the jobs of one owner and operation that ended on one day. They are kept when the jobs are purged. */
export interface UsageRow {
  readonly day: string;
  readonly ownerId: string | null;
  readonly operation: string;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  /** The `durationMs` of all these jobs together. */
  readonly processingMs: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
}

/**
 * The source of truth about jobs, their quota units, and the messages that their ends cause. Every method is one
 * transaction, which is durable when its promise resolves. All times are by the clock of the store: callers pass durations,
 * so the clocks of machines need not agree. Every method is required. All reject with `SERVICE_UNAVAILABLE` if the store is
 * down.
 */
export interface JobStore {
  /** True if jobs survive the process. Then their files must survive it, too. */
  readonly durable: boolean;

  /**
   * True if the transaction that queues a job also puts it into the queue, because both share a database. Otherwise the
   * engine enqueues the job afterwards.
   */
  readonly enqueues: boolean;

  /** The messages that ended jobs have left. */
  readonly outbox: Outbox;

  /**
   * Records a queued job and takes its quota unit, within the bounds. Idempotent by id: for a known id, the stored job is
   * returned before any bound is checked.
   */
  insert(job: NewJob, bounds: InsertBounds): Promise<InsertResult>;

  get(id: string): Promise<JobRecord | null>;

  /** A page of a listing, ordered by (createdAt, id). No job is left out or repeated, even if many have the same time. */
  list(filter: JobFilter, page?: PageRequest): Promise<JobPage>;

  /** Unfinished work, by operation. The time for this grows with the queue, but not with the number of ended jobs. */
  backlog(): Promise<readonly Backlog[]>;

  /** Work whose time has come and that was not done yet. */
  overdue(): Promise<OverdueJobs>;

  /**
   * Writes as many bytes as a job may need, and rolls back. Rejects with `SERVICE_UNAVAILABLE` if nothing can be stored, for
   * example because the disk is full.
   */
  checkWrite(): Promise<void>;

  /** Number of jobs in each state, of one owner or of all. */
  counts(ownerId?: string | null): Promise<JobCounts>;

  standing(ownerId: string | null): Promise<OwnerStanding>;

  /** Totals of ended jobs, in the order of day, owner and operation. */
  usage(filter: UsageFilter): Promise<readonly UsageRow[]>;

  /**
   * `queued → processing` for one node: increases `attempts` and `fence` by one, starts the lease and returns the secrets.
   * Of several claims at the same time, one wins. An owner never has more running jobs than allowed.
   */
  claim(id: string, request: ClaimRequest): Promise<ClaimResult>;

  /** Extends leases and stores progress; returns the ids that are no longer held under their fence. */
  renew(renewals: readonly Renewal[], leaseMs: number): Promise<readonly string[]>;

  /** `processing → queued`, when a node releases the job. False if the fence is stale. */
  release(id: string, fence: number, request: ReleaseRequest): Promise<boolean>;

  /**
   * `processing → final` by the holder of the fence. Removes the secrets, returns the quota unit unless the job completed,
   * and writes the messages. Null if the fence is stale: a node that lost its lease changes nothing with a late result.
   */
  finish(id: string, fence: number, request: FinishRequest): Promise<JobRecord | null>;

  /**
   * `queued | processing → cancelled | failed` without a fence, otherwise like `finish`. Null if the job is unknown or has
   * already ended.
   */
  close(id: string, request: CloseRequest): Promise<JobRecord | null>;

  /**
   * `failed | cancelled → queued`, on request and before `purgeAt`: the only way out of a final state. Takes a quota unit
   * and counts attempts from the start. The caller passes the secrets again, because the store removed them.
   */
  retry(id: string, bounds: InsertBounds, secrets: JobSecrets): Promise<RetryResult>;

  /**
   * Marks an output of a completed job as damaged (`damagedJob`). Null if there is no such job or output, or if the output
   * is marked already.
   */
  markDamaged(id: string, outputIndex: number): Promise<JobRecord | null>;

  /**
   * Returns every processing job whose lease has expired (`hasLostLease`) to `queued`. It may start again after the wait in
   * `delaysMs` for its attempt; the last value repeats. With `ignoreLeases`, it returns all processing jobs: for a host that
   * knows that no other node runs.
   */
  requeueExpired(request: {
    readonly delaysMs: readonly number[];
    readonly ignoreLeases?: boolean;
  }): Promise<readonly JobRecord[]>;

  /** Ended jobs whose retention has passed, oldest first, at most `limit`. For `holdMs`, no other call gets them. */
  takePurgeable(request: { readonly limit: number; readonly holdMs: number }): Promise<readonly JobRecord[]>;

  /** Removes jobs, in one transaction. Returns the ids of those that existed. */
  removeAll(ids: readonly string[]): Promise<readonly string[]>;

  /** Removes a job. False if it is unknown. */
  remove(id: string): Promise<boolean>;
}
