/** A message that reports the end of a job. It is written in the transaction that ends the job. */
export interface NewOutboxMessage {
  /** The kind of message, such as `job.completed`. */
  readonly topic: string;
  /** Plain data. Only the sender of the message reads it. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A message that waits to be sent. */
export interface OutboxMessage extends NewOutboxMessage {
  readonly id: string;
  readonly jobId: string;
  readonly ownerId: string | null;
  /** The `webhookUrl` of the job; null if it has none. */
  readonly webhookUrl: string | null;
  readonly createdAt: number;
  /** How often the message was taken, including this time. */
  readonly attempts: number;
}

/**
 * Messages that wait to be sent, each at least once. The job store adds them, and a sender such as webhooks takes them.
 * Times are by the clock of the store.
 */
export interface Outbox {
  /** The messages that are due, oldest first, at most `limit`. No other call gets them for `holdMs`. */
  take(request: { readonly limit: number; readonly holdMs: number }): Promise<readonly OutboxMessage[]>;
  /** Makes a message due again later, after an attempt to send it failed. Unknown ids are ignored. */
  postpone(id: string, delayMs: number): Promise<void>;
  /** Removes a message that was sent or given up. Unknown ids are ignored. */
  remove(id: string): Promise<void>;
}
