import type { ClaimedJob, JobOutcome, JobRecord, JobSecrets, JobSummary, NewJob } from './job.ts';
import type { JobState } from './job-state.ts';
import type { NewOutboxMessage, Outbox } from './outbox.ts';

/** Bounds that an insertion must not exceed; null is "no bound". A job of no owner is bounded by `maxQueued` alone. */
export interface InsertBounds {
  /** Jobs of one owner in a calendar month (UTC). */
  readonly quotaPerMonth: number | null;
  readonly maxQueued: number | null;
  readonly maxQueuedPerOwner: number | null;
}

/** The bound that a submission would exceed: nothing was stored. */
export type Refusal =
  | { readonly kind: 'queue_full'; readonly of: 'all' | 'owner'; readonly queued: number; readonly limit: number }
  | { readonly kind: 'quota_exceeded'; readonly used: number; readonly limit: number; readonly resetsAt: number };

/** The job as it is stored, or the limit that prevented it. */
export type InsertResult =
  /** `ownerQueued` jobs of the same owner were waiting before it. */
  | { readonly kind: 'inserted'; readonly job: JobRecord; readonly ownerQueued: number }
  /** The id was already known; its record is unchanged. */
  | { readonly kind: 'known'; readonly job: JobRecord }
  | Refusal;

/** The job queued again, or why not. */
export type RetryResult =
  | { readonly kind: 'queued'; readonly job: JobRecord; readonly ownerQueued: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_retryable'; readonly job: JobRecord }
  | Refusal;

/** Who claims a job, for how long, and within which bound. */
export interface ClaimRequest {
  /** The node that will run it. */
  readonly nodeId: string;
  readonly leaseMs: number;
  /** Running jobs one owner may have, unless the limits of the job itself say otherwise; null for any number. */
  readonly maxRunningPerOwner: number | null;
}

/** A claimed job, or why it was not given out. */
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
  /** The job is not begun again before this has passed. */
  readonly delayMs: number;
  /** Processing time so far on all nodes, in milliseconds. */
  readonly durationMs: number;
  /** False when it was no fault of the job (a store was down, the node is stopping): the attempt is not counted. */
  readonly countAttempt: boolean;
}

/** How a job ended, and what follows from it in the same transaction. */
export interface FinishRequest {
  readonly outcome: JobOutcome;
  /** Processing time on all nodes, in milliseconds; 0 keeps the time of the record. */
  readonly durationMs: number;
  /** How long record and outputs are kept. */
  readonly retentionMs: number;
  /** Messages for the outbox, written if the change is made. */
  readonly messages: readonly NewOutboxMessage[];
}

/** An end that did not result from a run. */
export interface CloseRequest extends Omit<FinishRequest, 'outcome'> {
  readonly outcome: Exclude<JobOutcome, { readonly state: 'completed' }>;
}

/** Which jobs a listing shows: those that meet everything given. */
export interface JobFilter {
  /** Null for the jobs of no owner. */
  readonly ownerId?: string | null;
  readonly states?: readonly JobState[];
  readonly operations?: readonly string[];
  /** Created at this time or later. */
  readonly createdFrom?: number;
  /** Created before this time. */
  readonly createdBefore?: number;
  /** Part of the name of the first file, whatever its case, or a whole job id or correlation id. */
  readonly text?: string;
  /** `newest` when not given. */
  readonly order?: 'newest' | 'oldest';
}

/** Which page of a listing. */
export interface PageRequest {
  /** Where the page before ended; absent for the first. */
  readonly cursor?: string;
  /** At most this many; 100 when not given, never more than 1 000. */
  readonly limit?: number;
}

/** A page of a listing. */
export interface JobPage {
  readonly jobs: readonly JobSummary[];
  /**
   * Of the next page; null when there is none. A page may be short, or empty, although there is a next one: a store looks at
   * a bounded number of jobs for those of some operations, or with a text.
   */
  readonly nextCursor: string | null;
}

/**
 * How many jobs are in each state. Unfinished ones are counted exactly; a store may stop counting ended ones of a state at
 * `countedEnds`, so that a count does not take longer the more jobs have ended.
 */
export type JobCounts = Readonly<Record<JobState, number>>;

/** As many ended jobs of a state as a count goes up to at least: this many or more. */
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
  /** How many there are: exactly up to `countedEnds`, above it that many or more. */
  readonly count: number;
  /** For how long the oldest overdue item has been due, in milliseconds; 0 if none is overdue. */
  readonly lateMs: number;
}

/** The overdue work of a job store. */
export interface OverdueJobs {
  /** Jobs past their retention. */
  readonly purge: Overdue;
  /** Messages about ended jobs that were not passed on yet. */
  readonly outbox: Overdue;
}

/** How much of its limits and its quota an owner uses. */
export interface OwnerStanding {
  /** Waiting jobs of all owners. */
  readonly queued: number;
  readonly ownerQueued: number;
  readonly ownerRunning: number;
  /** Quota units taken in the calendar month (UTC) of the store's clock. */
  readonly quotaUsed: number;
  readonly quotaResetsAt: number;
}

/** Which days, and of whom: of all owners when not given. */
export interface UsageFilter {
  readonly ownerId?: string | null;
  /** First and last day, as `2026-11-22` (UTC). */
  readonly fromDay: string;
  readonly toDay: string;
}

/** Totals of the jobs of one owner and operation that ended on one day. They outlive the jobs. */
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
 * The source of truth about jobs, their quota units and the messages due at their ends. Every method is one
 * transaction, durable when its promise resolves. All times are those of the store's own clock: callers pass durations,
 * so that clocks of different machines need not agree. A store that cannot keep one of these rules is not a JobStore:
 * there are no optional methods. Rejects with `SERVICE_UNAVAILABLE` when it is down.
 */
export interface JobStore {
  /** True if jobs survive the process. Then their files must survive it, too. */
  readonly durable: boolean;

  /**
   * True when whatever becomes queued here is put into the queue by the same transaction: store and queue share a
   * database. Otherwise the engine enqueues it afterwards.
   */
  readonly enqueues: boolean;

  /** Messages that ends of jobs have left. */
  readonly outbox: Outbox;

  /**
   * Records a queued job and takes its quota unit, within the bounds. Idempotent by id: a known id is answered before
   * any bound is looked at.
   */
  insert(job: NewJob, bounds: InsertBounds): Promise<InsertResult>;

  get(id: string): Promise<JobRecord | null>;

  /** A page of a listing, ordered by (createdAt, id): no job is left out or shown twice, however many share a time. */
  list(filter: JobFilter, page?: PageRequest): Promise<JobPage>;

  /** Unfinished work, by operation. The time for this grows with the queue, but not with the number of ended jobs. */
  backlog(): Promise<readonly Backlog[]>;

  /** What should have been done by now. */
  overdue(): Promise<OverdueJobs>;

  /** Writes as much as a job may take, and takes it back. Rejects with `SERVICE_UNAVAILABLE` where nothing can be stored: the disk is full. */
  checkWrite(): Promise<void>;

  /** How many jobs are in each state, of one owner or of all. */
  counts(ownerId?: string | null): Promise<JobCounts>;

  standing(ownerId: string | null): Promise<OwnerStanding>;

  /** Ends of jobs by day, owner and operation, ordered so. */
  usage(filter: UsageFilter): Promise<readonly UsageRow[]>;

  /**
   * `queued → processing` for one node: raises `attempts` and `fence` by one, starts the lease and hands out the
   * secrets. Of racing claims one wins, and an owner never has more jobs running than it may.
   */
  claim(id: string, request: ClaimRequest): Promise<ClaimResult>;

  /** Extends leases and stores progress; returns the ids that are no longer held under their fence. */
  renew(renewals: readonly Renewal[], leaseMs: number): Promise<readonly string[]>;

  /** `processing → queued`, when a node releases the job. False if the fence is stale. */
  release(id: string, fence: number, request: ReleaseRequest): Promise<boolean>;

  /**
   * `processing → final` by the holder of the fence. Null when the fence is stale: the late result of a node that lost
   * its lease changes nothing. Drops the secrets; gives the quota unit back unless completed; writes the messages.
   */
  finish(id: string, fence: number, request: FinishRequest): Promise<JobRecord | null>;

  /** `queued | processing → cancelled | failed` by anyone, as `finish`. Null when the job is unknown or already final. */
  close(id: string, request: CloseRequest): Promise<JobRecord | null>;

  /**
   * `failed | cancelled → queued`: the one way out of a final state, on request, until its `purgeAt`. Takes a quota unit
   * and counts attempts from the start. The secrets are gone: they are those given here.
   */
  retry(id: string, bounds: InsertBounds, secrets: JobSecrets): Promise<RetryResult>;

  /**
   * Records that an output of a completed job is no longer stored as it was written (`damagedJob`). Null when there is
   * no such job or output, or it is marked already.
   */
  markDamaged(id: string, outputIndex: number): Promise<JobRecord | null>;

  /**
   * Every processing job whose lease has run out (`hasLostLease`), moved back to `queued`, available after the wait that `delaysMs` has
   * for its attempt (the last one repeats). With `ignoreLeases` every processing job: for a host that knows that all
   * nodes are gone.
   */
  requeueExpired(request: {
    readonly delaysMs: readonly number[];
    readonly ignoreLeases?: boolean;
  }): Promise<readonly JobRecord[]>;

  /** Ended jobs whose retention has passed, at most `limit`, oldest first. No other call gets them for `holdMs`. */
  takePurgeable(request: { readonly limit: number; readonly holdMs: number }): Promise<readonly JobRecord[]>;

  /** Forgets jobs, in one transaction. Returns the ids of those that were there. */
  removeAll(ids: readonly string[]): Promise<readonly string[]>;

  /** Forgets a job; false when it is unknown. */
  remove(id: string): Promise<boolean>;
}
