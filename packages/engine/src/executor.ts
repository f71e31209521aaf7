import type { ConversionError, WorkerCall, WorkerMessage, WorkerReply, WorkerStarts } from '@platen/core';

/** One call into a worker file. */
export interface ExecutorRequest {
  /** The worker file: an ES module whose default export is a `WorkerEntry`. */
  readonly worker: URL;
  readonly call: WorkerCall;
  /** The folder of the task: whatever files the call names lie inside. */
  readonly folder: string;
  /** Memory the operation may use; an executor that can enforces it, or a lower bound of its own. */
  readonly memoryBytes: number;
  /** Stops the call wherever it is, by force: a busy loop reads no messages. */
  readonly signal: AbortSignal;
  /** A worker has taken the call; until then it was waiting. */
  readonly onStarted: () => void;
  readonly onMessage: (message: WorkerMessage) => void;
}

/**
 * Runs calls in isolation from the host's own thread. `run` resolves to what the worker replied (a failed conversion
 * is a reply too) and rejects with the signal's reason once it aborts, or with `PROCESSING_FAILED` (`worker_crashed`
 * or `out_of_memory`) when the worker died under the call. All messages of a call come before its reply.
 */
export interface Executor {
  /** Number of calls that run at the same time; further ones wait. */
  readonly concurrency: number;
  /** True when calls can only read and write inside the folder given to `open`. */
  readonly isolated: boolean;
  /** The start-up cost of workers so far; null where they are not separate processes. */
  readonly starts: WorkerStarts | null;
  /**
   * Called by the engine before the first run: all files of all calls will be in `folder`, and these are the worker
   * files of its operations. Rejects with a TypeError for one that cannot be loaded, and with
   * `SERVICE_UNAVAILABLE` where it is closed meanwhile. May be called again after a rejection.
   */
  open(folder: string, workers?: readonly URL[]): Promise<void>;
  /** Why calls to this worker file cannot be run now; null when nothing is known to prevent it. */
  problemOf(worker: URL): ConversionError | null;
  /**
   * Called by an engine that starts to run jobs: looks whether workers can be started, without waiting for the first
   * call, and goes on looking until they can. What it finds is in `problemOf`.
   */
  checkWorkers(): void;
  /**
   * Called by an engine that starts to run jobs and has operations to keep warm: has these worker files loaded in every worker,
   * those that replace others included, before their first calls. Does not wait. An executor may leave it out.
   */
  warm?(workers: readonly URL[]): void;
  run(request: ExecutorRequest): Promise<WorkerReply>;
  close(): Promise<void>;
}
