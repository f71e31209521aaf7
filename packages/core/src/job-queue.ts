import type { JobRecord } from './job.ts';

/** A job id that waits to be tried. */
export interface QueueItem {
  readonly jobId: string;
  readonly operation: string;
  /** Jobs are handed out fairly between owners. */
  readonly ownerId: string | null;
  /**
   * How many jobs of its owner waited before it, 1 000 at most. A queue that cannot let owners take turns puts it so many
   * rounds behind the one that is on, which comes to the same.
   */
  readonly rank: number;
  /** Not delivered before this has passed. */
  readonly delayMs: number;
}

/** Higher ranks are clamped to this one. */
const maxRank = 1_000;

/** The part of a job that the queue knows. */
export function queueItem(
  { id: jobId, operation, ownerId }: Pick<JobRecord, 'id' | 'operation' | 'ownerId'>,
  rank: number,
  delayMs = 0,
): QueueItem {
  return { jobId, operation, ownerId, rank: Math.min(rank, maxRank), delayMs };
}

/**
 * A job id handed to one node, which asks the job store for the job and then ends the delivery, whatever the answer:
 * the lease of the store is the only one. An item whose delivery is not ended within the queue's own time (its node
 * died in between) is handed out again.
 */
export interface Delivery {
  readonly jobId: string;
  /**
   * Ends the delivery after the store has answered: the item is removed. Does nothing once another node has the
   * delivery.
   */
  done(): Promise<void>;
  /**
   * Returns the item because the store could not be asked or it is too early: it waits again, for at least `delayMs`.
   */
  giveBack(delayMs: number): Promise<void>;
}

/**
 * Says which job a node should try next. It is not the source of truth: what it loses, the engine enqueues again; what it hands out twice
 * or too many of, the store refuses. Rejects with `SERVICE_UNAVAILABLE` when it is down or closed.
 */
export interface JobQueue {
  /** Idempotent by job id while an item waits: of two delays the one that ends earlier counts. */
  enqueue(items: readonly QueueItem[]): Promise<void>;

  /** The next item of one of these operations, waiting for one if need be. Null when `signal` aborts or the queue closes. */
  take(signal: AbortSignal, request: { readonly operations: readonly string[] }): Promise<Delivery | null>;

  /** Forgets a waiting item; a delivered one is not touched. */
  remove(jobId: string): Promise<void>;

  /** How many items wait, including delayed ones. */
  size(): Promise<number>;

  close(): Promise<void>;
}
