import type { JobRecord } from './job.ts';

/** The id of a job that waits for a node. */
export interface QueueItem {
  readonly jobId: string;
  readonly operation: string;
  /** The owner of the job. Owners take turns. */
  readonly ownerId: string | null;
  /**
   * Number of jobs of the same owner that waited before this one, at most 1 000. A queue that cannot let owners take turns
   * delays the item by that many rounds, with the same effect.
   */
  readonly rank: number;
  /** The item is not delivered until these milliseconds have passed. */
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
 * A job id that the queue hands to one node. The node claims the job in the job store and then ends the delivery, whatever
 * the store answers: only the job store has leases. If a delivery is not ended within a time that the queue sets, because
 * its node crashed, the item is handed out again.
 */
export interface Delivery {
  readonly jobId: string;
  /** Removes the item, after the store has answered. Does nothing if another node has the delivery by now. */
  done(): Promise<void>;
  /** Returns the item to the queue for at least `delayMs`, because the store did not answer or it is too early. */
  giveBack(delayMs: number): Promise<void>;
}

/**
 * Says which job a node should claim next. The queue is not the source of truth: if it loses an item, the engine enqueues it
 * again; if it hands out an item twice or too early, the job store refuses the claim. Rejects with `SERVICE_UNAVAILABLE` if
 * the queue is down or closed.
 */
export interface JobQueue {
  /** Adds an item. If an item of the job already waits, it keeps the delay that ends earlier. */
  enqueue(items: readonly QueueItem[]): Promise<void>;

  /**
   * Resolves to the next item of one of these operations, and waits until there is one. Null if `signal` aborts or the queue
   * closes.
   */
  take(signal: AbortSignal, request: { readonly operations: readonly string[] }): Promise<Delivery | null>;

  /** Removes a waiting item. A delivered item stays. */
  remove(jobId: string): Promise<void>;

  /** Number of items that wait, including delayed ones. */
  size(): Promise<number>;

  close(): Promise<void>;
}
