/** A message to the outside that a job ended, written in the same transaction. */
export interface NewOutboxMessage {
  /** What kind of message it is, such as `job.completed`. */
  readonly topic: string;
  /** Plain data. Only the sender of the message reads it. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A message as it waits to be delivered. */
export interface OutboxMessage extends NewOutboxMessage {
  readonly id: string;
  readonly jobId: string;
  readonly ownerId: string | null;
  /** The URL that the job was submitted with; null without one. */
  readonly webhookUrl: string | null;
  readonly createdAt: number;
  /** How often it was taken, this time included. */
  readonly attempts: number;
}

/**
 * Messages that wait to be sent, each at least once. The job store adds them, and a sender (webhooks) takes them. Times are
 * those of the store.
 */
export interface Outbox {
  /** The messages that are due, oldest first, at most `limit`. No other call gets them for `holdMs`. */
  take(request: { readonly limit: number; readonly holdMs: number }): Promise<readonly OutboxMessage[]>;
  /** Puts a message off, after an attempt to send it failed. Unknown ids are ignored. */
  postpone(id: string, delayMs: number): Promise<void>;
  /** Forgets a message that was sent or abandoned. Unknown ids are ignored. */
  remove(id: string): Promise<void>;
}
