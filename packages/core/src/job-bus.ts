/** A message between nodes about a job. It has only the id: the job store has the rest. */
export interface BusMessage {
  readonly event: 'job-queued' | 'job-started' | 'job-progress' | 'job-completed' | 'job-failed' | 'job-cancelled';
  readonly jobId: string;
  /** The node where it happened. */
  readonly nodeId: string;
}

/**
 * Carries messages to all nodes that listen, including the sender. It may lose messages or deliver them twice: the job store
 * has the facts, and the bus only spreads them faster. A message has at most 1 KB of JSON.
 */
export interface JobBus {
  /** Resolves once the message is on its way. Rejects with `SERVICE_UNAVAILABLE` if the bus is down. */
  publish(message: BusMessage): Promise<void>;
  /** Starts to listen, and resolves to a function that stops it. A listener must not throw. */
  subscribe(listener: (message: BusMessage) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
