/** A job id handed to one worker, until it is acknowledged or its visibility runs out. */
export interface Delivery {
  readonly jobId: string;
  /** Says that the worker is still at it. False when the delivery was given to somebody else. */
  heartbeat(): Promise<boolean>;
  /** Done with it, whatever the outcome. */
  ack(): Promise<void>;
  /** Gives it back, to be delivered again after `delayMs`. */
  nack(delayMs: number): Promise<void>;
}

export interface QueuedItem {
  readonly jobId: string;
  /** Jobs are handed out fairly between owners. */
  readonly owner: string | null;
  /**
   * How many items of this owner may be out for delivery when this one is handed out; null for any number. An owner at
   * this bound is passed over until one of its deliveries ends.
   */
  readonly maxDelivered: number | null;
}

/** Carries ids of jobs to workers. It is no truth: what it loses, the engine's reconciler enqueues again. */
export interface JobQueue {
  /** Idempotent by job id while the item waits. Rejects with `SERVICE_UNAVAILABLE` when the queue is down. */
  enqueue(item: QueuedItem): Promise<void>;

  /** The next item, waiting for one if need be. Null when `signal` aborts. */
  claim(signal: AbortSignal): Promise<Delivery | null>;

  /** Forgets a waiting item; a delivered one is not touched. */
  remove(jobId: string): Promise<void>;

  /** How many items wait. */
  size(): Promise<number>;

  close(): Promise<void>;
}
