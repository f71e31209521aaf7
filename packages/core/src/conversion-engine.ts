import type { Readable } from 'node:stream';
import type { ByteRange } from './blob-store.ts';
import type { CheckedOptions } from './check-options.ts';
import type { FailedJob, JobRecord, JobWarning } from './job.ts';
import type { JobOutput } from './job-output.ts';
import type {
  Backlog,
  JobCounts,
  JobFilter,
  JobPage,
  OverdueJobs,
  OwnerStanding,
  PageRequest,
  UsageFilter,
  UsageRow,
} from './job-store.ts';
import type { JobWebhooks } from './job-webhooks.ts';
import type { Limits } from './limits.ts';
import type { MediaType } from './media-type.ts';
import type { NodeRecord } from './node-registry.ts';
import type { Operation, OptionsByName, OptionsFor } from './operation.ts';

/** A file to convert: a path, the URL of a file, bytes, a Blob, a stream, or one of these with a name. */
export type ConversionSource = string | URL | Uint8Array | Blob | Readable | ReadableStream<Uint8Array>;
/** A source, or one with the name its outputs are derived from. */
export type ConversionInput = ConversionSource | { readonly fileName: string; readonly data: ConversionSource };

/** A folder of the engine for an upload in progress. When it is disposed, it is removed with all its contents. */
export interface StagingFolder extends AsyncDisposable {
  readonly path: string;
}

/** A file in a staging folder of this engine whose size and content were checked as it was written there. */
export interface StagedFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  /** In hex; null when it was not computed. */
  readonly sha256: string | null;
}

interface SubmitSettings<Name extends string> {
  readonly operation: Name;
  /** Who the job belongs to; null for a job of the process itself. */
  readonly ownerId?: string | null;
  /** The API key it came with. */
  readonly keyId?: string | null;
  /** Jobs of this owner in a calendar month; null or not given for any number. They are counted all the same. */
  readonly quotaPerMonth?: number | null;
  readonly correlationId?: string;
  /**
   * The trace that the job belongs to, as W3C's `traceparent`: its spans and the webhooks about it are part of it. That of the span
   * that is active when it is submitted, where an OpenTelemetry SDK runs in the process; else none.
   */
  readonly traceparent?: string;
  /** Chosen by the submitter to make submitting idempotent: 1 to 64 letters, digits, `-` and `_`; random when not given. */
  readonly jobId?: string;
  readonly requestHash?: string;
  /** Warnings the job starts with. */
  readonly warnings?: readonly JobWarning[];
  /** Bounds that differ from the engine's for this job. */
  readonly limits?: Partial<Limits>;
  /**
   * Where to report the job's end, besides the endpoints of its owner, whose secret signs it. `INVALID_REQUEST` for a job
   * of no owner, and where `jobWebhooks` is null or refuses it.
   */
  readonly webhookUrl?: string;
}

/**
 * Unchecked files and options. An input may be the output of a completed job of the same owner. The new job gets a copy,
 * which does not depend on the other job.
 */
export interface SubmitRequest<Name extends string = string, Options extends object = object>
  extends SubmitSettings<Name> {
  readonly inputs: readonly (ConversionInput | JobOutput)[];
  readonly options?: Options;
}

/**
 * Files and options that the caller, such as a surface, has already checked against the limits and the schema of the
 * operation.
 */
export interface CheckedSubmitRequest<Name extends string = string> extends SubmitSettings<Name> {
  /** Files are moved away, not copied; outputs of jobs are checked by the engine. */
  readonly staged: readonly (StagedFile | JobOutput)[];
  readonly checked: CheckedOptions;
}

/** Progress, limits and cancellation of one conversion in process. */
export interface ConvertSettings {
  readonly signal?: AbortSignal;
  /** Share done, 0–1, monotonic. */
  readonly onProgress?: (fraction: number) => void;
  readonly limits?: Partial<Limits>;
  /** Overrides the operation's own. */
  readonly timeoutMs?: number;
}

/** One step of a pipeline: an operation, by name or itself, and its options. */
export interface PipelineStep<Target extends string | Operation = string | Operation, Given = object> {
  readonly operation: Target;
  readonly options?: Given;
}

/** A step with one of these operations, or with an operation that is given as an object. */
export type StepOf<Options extends OptionsByName> =
  | { readonly [Name in keyof Options & string]: PipelineStep<Name, Options[Name]> }[keyof Options & string]
  | PipelineStep<Operation>;

/** Values that a retried job needs again. */
export interface RetrySettings {
  /** As of a submission. */
  readonly quotaPerMonth?: number | null;
  /** Passwords were forgotten when the job ended. */
  readonly secrets?: Readonly<Record<string, unknown>>;
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

/** Which node an event came from. */
export interface EventOrigin {
  readonly nodeId: string;
  /** True when it happened in this engine, so that counters on several nodes count it once. */
  readonly isLocal: boolean;
}

/**
 * What happens to jobs, on this node and, if the bus carries it, on all others. A listener gets the record as it is after
 * the event. A listener that throws or rejects is logged.
 */
export interface EngineEvents {
  /** Recorded and waiting, for the first time or by `retry`. */
  'job-queued': JobRecord;
  /** An attempt began. */
  'job-started': JobRecord;
  /** `progress` has grown: once a second at most. */
  'job-progress': JobRecord;
  'job-completed': JobRecord;
  'job-failed': FailedJob;
  'job-cancelled': JobRecord;
  /** Record and files are gone. Emitted only on the node that removed them. */
  'job-purged': JobRecord;
}

/** A listener, which may be asynchronous. */
export type JobListener<Job extends JobRecord = JobRecord> = (job: Job, origin: EventOrigin) => void;

/** Which events a listener gets. */
export interface ListenerSettings {
  /** Also what happens on other nodes; true when not given. */
  readonly remote?: boolean;
}

/** The roles of a node in addition to accepting jobs. */
export interface EngineRoles {
  /** Runs jobs; true when not given. */
  readonly work?: boolean;
  /** May become the node that looks after leases, retention and leftovers; true when not given. */
  readonly maintain?: boolean;
}

/** The start-up cost of workers since the engine was opened. */
export interface WorkerStarts {
  /** How many were started and came up. */
  readonly count: number;
  /** Total time from process start until calls are accepted. */
  readonly durationMs: number;
  /** Total processor time of it, as reported by the workers. */
  readonly cpuMs: number;
}

/** The health of a node, on which `/readyz` is based. */
export interface EngineStatus {
  readonly state: 'idle' | 'running' | 'draining' | 'stopped';
  /** Jobs that this node runs. */
  readonly running: number;
  readonly maxQueued: number;
  /** The disk for uploads and work: `full` when less is free than the largest request and as much for its results need. */
  readonly storage: 'ok' | 'full' | 'unavailable';
  /**
   * `failing` while the job store does not answer, and once jobs could not be stored, until they can: the disk of the database is
   * full, or it refuses to be written.
   */
  readonly store: 'ok' | 'failing';
  /**
   * `failing` while this node can start no workers, `degraded` while it cannot start those of some operations that it runs; its
   * log has the cause.
   */
  readonly workers: 'ok' | 'degraded' | 'failing';
  /** Those operations. */
  readonly unavailable: readonly string[];
  /** Null if workers are not separate processes. */
  readonly workerStarts: WorkerStarts | null;
}

/** The interface between the parts that serve clients and the part that runs conversions. */
export interface ConversionEngine<Options extends OptionsByName = OptionsByName> {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly limits: Limits;
  /** How long outputs and record are kept after a job ends. */
  readonly retentionMs: number;
  /** Waiting jobs above which a submission is refused. */
  readonly maxQueued: number;
  /**
   * True if no file can affect the process of the engine while it is converted. An HTTP interface for untrusted files needs
   * this.
   */
  readonly isolated: boolean;
  /** What decides about `webhookUrl` of a job; null when none is taken. */
  readonly jobWebhooks: JobWebhooks | null;
  /** Its id among the nodes that share its stores. */
  readonly nodeId: string;

  /** Starts running jobs and doing the housekeeping, or the part of it that `roles` names. */
  start(roles?: EngineRoles): Promise<void>;
  /**
   * Takes nothing new, lets running jobs and uploads that were begun end for up to `graceMs`, then gives the rest back to the
   * queue. May be called again: every call resolves when the engine has stopped, and one with a shorter `graceMs` shortens it.
   * For `drainMs` before (0 when not given) it only reports that it is `draining`, so that a balancer sends requests elsewhere.
   */
  stop(graceMs?: number, drainMs?: number): Promise<void>;

  stage(): Promise<StagingFolder>;

  /**
   * Rejects with `SERVICE_UNAVAILABLE` (`workers_unavailable`) while this node cannot start the workers of the
   * operation and no other node runs it: `submit` and `retry` would reject.
   */
  checkWorkers(operation: string): Promise<void>;

  /**
   * Stores the inputs and records the job durably. Rejects with `INVALID_REQUEST`, `UNSUPPORTED_FORMAT`,
   * `FILE_TOO_LARGE`, `JOB_NOT_FOUND` (an input is the output of a job that this owner does not have), `QUOTA_EXCEEDED`, `IDEMPOTENCY_CONFLICT` (`jobId` known with another `requestHash`) or
   * `SERVICE_UNAVAILABLE` (queue full, draining, store down, workers that cannot be started). A known `jobId` with the same hash resolves to the job as
   * it is.
   */
  submit<Name extends keyof Options & string>(
    request: SubmitRequest<Name, Options[Name]> | CheckedSubmitRequest<Name>,
  ): Promise<JobRecord>;

  /**
   * Null for a job that is unknown or purged, and for a text that is not an id. Rejects with `SERVICE_UNAVAILABLE` if the
   * store is down.
   */
  get(jobId: string): Promise<JobRecord | null>;

  /** A page of jobs, newest first unless the filter says otherwise. */
  list(filter?: JobFilter, page?: PageRequest): Promise<JobPage>;

  /** Unfinished work of all nodes, by operation. Rejects with `SERVICE_UNAVAILABLE` if the store is down. */
  backlog(): Promise<readonly Backlog[]>;

  /** What should have been done by now, by any node. Rejects with `SERVICE_UNAVAILABLE` when the store is down. */
  overdue(): Promise<OverdueJobs>;

  /** How many jobs are in each state, of one owner or of all; ended ones of a state up to 10 000 at least (`countedEnds`). */
  counts(ownerId?: string | null): Promise<JobCounts>;

  /** How much of its limits and its quota an owner uses. */
  standing(ownerId: string | null): Promise<OwnerStanding>;

  /** What jobs came to, by day, owner and operation. */
  usage(filter: UsageFilter): Promise<readonly UsageRow[]>;

  /** The engines that share the stores of this engine, and their running jobs. */
  nodes(): Promise<readonly NodeRecord[]>;

  /** Stops a job wherever it is. Null when it is unknown; a final job is returned unchanged. */
  cancel(jobId: string): Promise<JobRecord | null>;

  /**
   * Queues a failed or cancelled job again, under the same id. Null if the job is unknown. Rejects with `NOT_RETRYABLE` if
   * the job is in another state or its inputs are gone (see `keepFailedInputs` of the engine), and otherwise like `submit`.
   */
  retry(jobId: string, settings?: RetrySettings): Promise<JobRecord | null>;

  /** Whether `retry` would queue a job again: the job failed or was cancelled, and its inputs still exist. */
  canRetry(jobId: string): Promise<boolean>;

  /** Cancels the job if it has not ended, and removes its record and files at once. False if the job is unknown. */
  remove(jobId: string): Promise<boolean>;

  /**
   * Opens an output of a completed job. Rejects with `NOT_FOUND` when there is no such output, and with `OUTPUT_DAMAGED`
   * when it is missing in the storage or has another size. A whole file is checked as it is read: the stream fails with
   * `OUTPUT_DAMAGED` before its last bytes where the SHA-256 differs. A part of a file is checked by size alone.
   */
  open(jobId: string, outputIndex: number, range?: ByteRange): Promise<Readable>;

  /**
   * A temporary URL of the blob store from which anybody can read an output; null if the store has no such URLs. Rejects
   * like `open`, but compares only the size.
   */
  directLink(jobId: string, outputIndex: number, expiresInMs: number): Promise<URL | null>;

  /**
   * Converts in process, without a job: nothing is recorded. Rejects as the job would have failed. Names and options
   * are typed by the operations the engine was made with; an operation itself need not be one of them.
   *
   * ```ts
   * const conversion = await engine.convert('pdf/to-word', 'report.pdf', { pages: '1-3', layout: 'exact' });
   * ```
   */
  convert<Target extends (keyof Options & string) | Operation, Given = OptionsFor<Target, Options>>(
    operation: Target,
    inputs: ConversionInput | readonly ConversionInput[],
    options?: NoInfer<Given>,
    settings?: ConvertSettings,
  ): Promise<Conversion>;

  /**
   * Converts in process in several steps, each on the outputs of the one before. The options of all steps are checked before the
   * first begins. Rejects as the step that failed does, with `details.step` (from 1) and `details.operation`; the steps after it
   * do not run. Only the outputs of the last step are kept; `timeoutMs` is that of each step.
   *
   * ```ts
   * const small = await engine.pipeline(
   *   [{ operation: 'pdf/merge' }, { operation: 'pdf/compress', options: { level: 'high' } }],
   *   ['offer.pdf', 'terms.pdf'],
   * );
   * ```
   */
  pipeline<const Steps extends readonly StepOf<Options>[]>(
    steps: Steps,
    inputs: ConversionInput | readonly ConversionInput[],
    settings?: ConvertSettings,
  ): Promise<Conversion>;

  status(): Promise<EngineStatus>;

  /**
   * Returns a function that removes the listener. With `remote: false` it hears of what happens on this node alone: a record that
   * changed on another one has to be read first.
   */
  on<Event extends keyof EngineEvents>(
    event: Event,
    listener: JobListener<EngineEvents[Event]>,
    settings?: ListenerSettings,
  ): () => void;
}
