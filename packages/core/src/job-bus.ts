/** What nodes send each other about a job: only its id. The job store has the rest. */
export interface BusMessage {
  readonly event: 'job-queued' | 'job-started' | 'job-progress' | 'job-completed' | 'job-failed' | 'job-cancelled';
  readonly jobId: string;
  /** The node where it happened. */
  readonly nodeId: string;
}

/**
 * Carries messages between nodes, to each that listens, the sender included. It may lose any of them and deliver one
 * twice: what must be known is in the job store, the bus only makes it fast. One message takes at most 1 KB of JSON.
 */
export interface JobBus {
  /** Resolves once the message is on its way; rejects with `SERVICE_UNAVAILABLE` when the bus is down. */
  publish(message: BusMessage): Promise<void>;
  /** Resolves once listening to a function that stops it. A listener must not throw. */
  subscribe(listener: (message: BusMessage) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
