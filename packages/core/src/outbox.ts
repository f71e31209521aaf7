/** A message to the outside that a job ended, written in the same transaction. */
export interface NewOutboxMessage {
  /** What kind of message it is, such as `job.completed`. */
  readonly topic: string;
  /** Plain data; whoever sends the message knows what is in it. */
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
 * Messages that wait to be sent, at least once each. Filled by the job store; emptied by whoever sends them (webhooks).
 * Times are those of the store.
 */
export interface Outbox {
  /** The messages that are due, oldest first, at most `limit`. Nobody else gets them for `holdMs`. */
  take(request: { readonly limit: number; readonly holdMs: number }): Promise<readonly OutboxMessage[]>;
  /** Puts a message off, after an attempt to send it failed. Unknown ids are ignored. */
  postpone(id: string, delayMs: number): Promise<void>;
  /** Forgets a message that was sent or abandoned. Unknown ids are ignored. */
  remove(id: string): Promise<void>;
}
