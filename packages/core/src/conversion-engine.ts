import type { Readable } from 'node:stream';
import type { ByteRange } from './blob-store.ts';
import type { JobRecord, JobWarning } from './job.ts';
import type { Limits } from './limits.ts';
import type { Operation } from './operation.ts';

/** A file to convert: a path, the URL of a file, bytes, a Blob, a stream, or one of these with a name. */
export type ConversionSource = string | URL | Uint8Array | Blob | Readable | ReadableStream<Uint8Array>;
export type ConversionInput = ConversionSource | { readonly fileName: string; readonly data: ConversionSource };

/** A folder of the engine's own, for an upload under way. It and all in it are gone once disposed. */
export interface StagingFolder extends AsyncDisposable {
  readonly path: string;
}

export interface SubmitRequest {
  readonly operation: string;
  /** Files inside a staging folder of this engine are moved, not copied: see `stage`. */
  readonly inputs: readonly ConversionInput[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Who may see the job; null for a job of the process itself. */
  readonly owner?: string | null;
  readonly correlationId?: string;
  /** Chosen by the submitter to make submitting idempotent; random when not given. */
  readonly jobId?: string;
  readonly requestHash?: string;
  /** Warnings the job starts with. */
  readonly warnings?: readonly JobWarning[];
  /** Bounds that differ from the engine's for this job. */
  readonly limits?: Partial<Limits>;
}

export interface ConvertSettings {
  readonly signal?: AbortSignal;
  /** Share done, 0–1, never falling. */
  readonly onProgress?: (fraction: number) => void;
  readonly limits?: Partial<Limits>;
  /** Overrides the operation's own. */
  readonly timeoutMs?: number;
}

/** One file of a finished conversion. It lives until the conversion is disposed. */
export interface ConvertedFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** What `convert` resolves to: `await using` removes its files at the end of the block. */
export interface Conversion extends AsyncDisposable {
  readonly outputs: readonly ConvertedFile[];
  readonly warnings: readonly JobWarning[];
  readonly durationMs: number;
}

/** What a job does, as it does it. Each listener gets the record as it is after the event. */
export interface EngineEvents {
  'job-queued': (job: JobRecord) => void;
  'job-started': (job: JobRecord) => void;
  'job-progress': (job: JobRecord) => void;
  'job-completed': (job: JobRecord) => void;
  'job-failed': (job: JobRecord) => void;
  'job-cancelled': (job: JobRecord) => void;
  'job-purged': (job: JobRecord) => void;
}

export interface EngineStatus {
  readonly state: 'idle' | 'running' | 'draining' | 'stopped';
  readonly queued: number;
  readonly running: number;
  readonly maxQueued: number;
}

/** The one interface between the parts that speak to clients and the part that runs conversions. */
export interface ConversionEngine {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly limits: Limits;
  /** How long outputs and record are kept after a job ends. */
  readonly retentionMs: number;

  /** Begins to take jobs off the queue. Work left over by a process that died is taken up again. */
  start(): Promise<void>;

  /** Takes nothing new, lets running jobs end for up to `graceMs`, then gives the rest back to the queue. */
  stop(graceMs?: number): Promise<void>;

  stage(): Promise<StagingFolder>;

  /**
   * Stores the inputs and records the job durably. Rejects with `INVALID_REQUEST`, `UNSUPPORTED_FORMAT`,
   * `FILE_TOO_LARGE`, `IDEMPOTENCY_CONFLICT` (`jobId` known with another `requestHash`) or `SERVICE_UNAVAILABLE`
   * (queue full, draining, store down). A known `jobId` with the same hash resolves to the job as it is.
   */
  submit(request: SubmitRequest): Promise<JobRecord>;

  /** Null for a job that is unknown or purged. Rejects with `SERVICE_UNAVAILABLE` when the store is down. */
  get(jobId: string): Promise<JobRecord | null>;

  /** Stops a job wherever it is. Null when it is unknown; a final job is returned unchanged. */
  cancel(jobId: string): Promise<JobRecord | null>;

  /** Opens an output of a completed job. Rejects with `NOT_FOUND` when there is no such output any more. */
  open(jobId: string, outputIndex: number, range?: ByteRange): Promise<Readable>;

  /** Converts in process, without a job: nothing is recorded. Rejects as the job would have failed. */
  convert<Options>(
    operation: string | Operation<Options>,
    inputs: ConversionInput | readonly ConversionInput[],
    options?: Readonly<Record<string, unknown>>,
    settings?: ConvertSettings,
  ): Promise<Conversion>;

  status(): Promise<EngineStatus>;

  /** Returns a function that removes the listener. */
  on<Event extends keyof EngineEvents>(event: Event, listener: EngineEvents[Event]): () => void;
}
