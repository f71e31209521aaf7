import type { ConversionError, WorkerCall, WorkerMessage, WorkerReply, WorkerStarts } from '@platen/core';

/** One call to a worker file. */
export interface ExecutorRequest {
  /** The worker file: an ES module whose default export is a `WorkerEntry`. */
  readonly worker: URL;
  readonly call: WorkerCall;
  /** The folder of the task, which contains all files that the call names. */
  readonly folder: string;
  /**
   * Memory in bytes that the operation may use. An executor that can limit memory enforces it, or a lower limit of its own.
   */
  readonly memoryBytes: number;
  /** Stops the call by force, because a busy loop reads no messages. */
  readonly signal: AbortSignal;
  /** Called when a worker has taken the call, which waited until then. */
  readonly onStarted: () => void;
  readonly onMessage: (message: WorkerMessage) => void;
}

/**
 * Runs calls outside of the thread of the host. `run` resolves to the reply of the worker; a failed conversion is a reply,
 * too. It rejects with the reason of the signal if the signal aborts, and with `PROCESSING_FAILED` (`worker_crashed` or
 * `out_of_memory`) if the worker ended during the call. All messages of a call come before its reply.
 */
export interface Executor {
  /** Number of calls that run at the same time. Further calls wait. */
  readonly concurrency: number;
  /** True if calls can read and write only inside the folder that `open` gets. */
  readonly isolated: boolean;
  /** The start-up cost of workers so far; null if they are not separate processes. */
  readonly starts: WorkerStarts | null;
  /**
   * The engine calls it before the first `run`, with the folder that contains the files of all calls, and the worker files
   * of its operations. Rejects with a TypeError if a worker file cannot be loaded, and with `SERVICE_UNAVAILABLE` if the
   * executor is closed in the meantime. May be called again after a rejection.
   */
  open(folder: string, workers?: readonly URL[]): Promise<void>;
  /** Why calls to this worker file cannot run now; null if no reason is known. */
  problemOf(worker: URL): ConversionError | null;
  /**
   * The engine calls it when it starts to run jobs. Checks whether workers can be started, before the first call, and
   * repeats this until they can. `problemOf` has the result.
   */
  checkWorkers(): void;
  /**
   * The engine calls it when it starts to run jobs and has `warm` operations. Makes every worker load these files before its
   * first call, also workers that replace others. Returns at once. An executor may omit this method.
   */
  warm?(workers: readonly URL[]): void;
  run(request: ExecutorRequest): Promise<WorkerReply>;
  close(): Promise<void>;
}
