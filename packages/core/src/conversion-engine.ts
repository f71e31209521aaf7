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

/** A file to convert: a path, a `file:` URL, bytes, a Blob or a stream. */
export type ConversionSource = string | URL | Uint8Array | Blob | Readable | ReadableStream<Uint8Array>;
/** A source, alone or with a file name. Names of outputs are derived from that name. */
export type ConversionInput = ConversionSource | { readonly fileName: string; readonly data: ConversionSource };

/** A folder of the engine for an upload in progress. When it is disposed, it is removed with all its contents. */
export interface StagingFolder extends AsyncDisposable {
  readonly path: string;
}

/** A file in a staging folder of this engine. Its size and type were checked while it was written. */
export interface StagedFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  /** In hex; null if it was not computed. */
  readonly sha256: string | null;
}

interface SubmitSettings<Name extends string> {
  readonly operation: Name;
  /** The owner of the job; null for a job of the process itself. */
  readonly ownerId?: string | null;
  /** Id of the API key that submits the job. */
  readonly keyId?: string | null;
  /** Jobs of this owner in a calendar month (UTC). By default any number; they are counted in any case. */
  readonly quotaPerMonth?: number | null;
  readonly correlationId?: string;
  /**
   * The trace of the job, as W3C `traceparent`. Spans and webhooks of the job belong to it. By default the span that is
   * active at the submission, if an OpenTelemetry SDK runs in the process.
   */
  readonly traceparent?: string;
  /** An id that makes the submission idempotent: 1 to 64 letters, digits, `-` and `_`. Random by default. */
  readonly jobId?: string;
  readonly requestHash?: string;
  /** Warnings that the job has from the start. */
  readonly warnings?: readonly JobWarning[];
  /** Limits of this job that differ from those of the engine. */
  readonly limits?: Partial<Limits>;
  /**
   * A URL that is notified when the job ends, in addition to the endpoints of its owner. The secret of the owner signs the
   * message. `INVALID_REQUEST` if the job has no owner, or if `jobWebhooks` is null or refuses the URL.
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

/** Progress, limits and cancellation of one conversion without a job. */
export interface ConvertSettings {
  readonly signal?: AbortSignal;
  /** Called with the completed share, 0 to 1, monotonic. */
  readonly onProgress?: (fraction: number) => void;
  readonly limits?: Partial<Limits>;
  /** Deadline in milliseconds, instead of that of the operation. */
  readonly timeoutMs?: number;
}

/** One step of a pipeline: an operation (its name or the object) and its options. */
export interface PipelineStep<Target extends string | Operation = string | Operation, Given = object> {
  readonly operation: Target;
  readonly options?: Given;
}

/** A step that names one of these operations, or that has an operation as an object. */
export type StepOf<Options extends OptionsByName> =
  | { readonly [Name in keyof Options & string]: PipelineStep<Name, Options[Name]> }[keyof Options & string]
  | PipelineStep<Operation>;

/** Values that a retried job needs again. */
export interface RetrySettings {
  /** Jobs of the owner in a calendar month (UTC), as for a submission. */
  readonly quotaPerMonth?: number | null;
  /** Secret options such as passwords: the store removed them when the job ended. */
  readonly secrets?: Readonly<Record<string, unknown>>;
}

/** One file of a finished conversion. Disposing of the conversion removes it. */
export interface ConvertedFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** The result of `convert`. `await using` removes its files at the end of the block. */
export interface Conversion extends AsyncDisposable {
  readonly outputs: readonly ConvertedFile[];
  readonly warnings: readonly JobWarning[];
  readonly durationMs: number;
}

/** The node where an event happened. */
export interface EventOrigin {
  readonly nodeId: string;
  /** True if the event happened in this engine. A counter on each node then counts it once. */
  readonly isLocal: boolean;
}

/**
 * What happens to jobs, on this node and, if the bus carries it, on all others. A listener gets the record as it is after
 * the event. A listener that throws or rejects is logged.
 */
export interface EngineEvents {
  /** A job was recorded and waits, for the first time or after `retry`. */
  'job-queued': JobRecord;
  /** An attempt at a job began. */
  'job-started': JobRecord;
  /** The `progress` of a job increased; at most once a second. */
  'job-progress': JobRecord;
  'job-completed': JobRecord;
  'job-failed': FailedJob;
  'job-cancelled': JobRecord;
  /** The record and the files of a job were removed. Emitted only on the node that removed them. */
  'job-purged': JobRecord;
}

/** A listener, which may be asynchronous. */
export type JobListener<Job extends JobRecord = JobRecord> = (job: Job, origin: EventOrigin) => void;

/** Which events a listener gets. */
export interface ListenerSettings {
  /** Also events of other nodes; true by default. */
  readonly remote?: boolean;
}

/** What a node does in addition to accepting jobs. */
export interface EngineRoles {
  /** Runs jobs; true by default. */
  readonly work?: boolean;
  /** May become the node that checks leases, retention and leftover files; true by default. */
  readonly maintain?: boolean;
}

/** The start-up cost of workers since the engine was opened. */
export interface WorkerStarts {
  /** Number of workers that started successfully. */
  readonly count: number;
  /** Total time in milliseconds from the start of each process until it accepts calls. */
  readonly durationMs: number;
  /** Total processor time of these starts in milliseconds, as the workers report it. */
  readonly cpuMs: number;
}

/** The health of a node, on which `/readyz` is based. */
export interface EngineStatus {
  readonly state: 'idle' | 'running' | 'draining' | 'stopped';
  /** Number of jobs that run on this node. */
  readonly running: number;
  readonly maxQueued: number;
  /**
   * The disk of the staging folder. It is `full` if less is free than the largest request and results of the same size need.
   */
  readonly storage: 'ok' | 'full' | 'unavailable';
  /**
   * `failing` while the job store does not answer, or from the moment when it could not store a job until it can again (its
   * disk is full, or it refuses writes).
   */
  readonly store: 'ok' | 'failing';
  /**
   * `failing` while this node cannot start any workers, `degraded` while it cannot start those of some operations that it
   * runs. The log has the cause.
   */
  readonly workers: 'ok' | 'degraded' | 'failing';
  /** The operations whose workers cannot be started. */
  readonly unavailable: readonly string[];
  /** Null if workers are not separate processes. */
  readonly workerStarts: WorkerStarts | null;
}

/**
 * Runs conversions for the parts that serve clients: the HTTP interface, the dashboard and the command line. `createEngine`
 * of `@platen/engine` returns one.
 */
export interface ConversionEngine<Options extends OptionsByName = OptionsByName> {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly limits: Limits;
  /** How long the outputs and the record of a job are kept after its end, in milliseconds. */
  readonly retentionMs: number;
  /** Number of waiting jobs above which a submission is refused. */
  readonly maxQueued: number;
  /**
   * True if no file can affect the process of the engine while it is converted. An HTTP interface for untrusted files needs
   * this.
   */
  readonly isolated: boolean;
  /** Decides which `webhookUrl` a job may have; null if jobs may not have one. */
  readonly jobWebhooks: JobWebhooks | null;
  /** The id of this engine among the nodes that share its stores. */
  readonly nodeId: string;

  /** Starts to run jobs and to do the housekeeping, or only what `roles` says. */
  start(roles?: EngineRoles): Promise<void>;
  /**
   * Refuses new jobs, lets running jobs and uploads finish for up to `graceMs`, then returns the remaining jobs to the
   * queue. For `drainMs` before that (0 by default), the engine still accepts jobs and only reports that it is `draining`,
   * so that a balancer sends requests elsewhere. You may call it again: every call resolves when the engine has stopped, and
   * a shorter `graceMs` shortens the wait.
   */
  stop(graceMs?: number, drainMs?: number): Promise<void>;

  stage(): Promise<StagingFolder>;

  /**
   * Rejects with `SERVICE_UNAVAILABLE` (`workers_unavailable`) while this node cannot start the workers of the operation and
   * no other node runs it. `submit` and `retry` would then reject, too.
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
   * The record of a job; null if the job is unknown or purged, or if the text is not an id. Rejects with
   * `SERVICE_UNAVAILABLE` if the store is down.
   */
  get(jobId: string): Promise<JobRecord | null>;

  /** A page of jobs, newest first unless the filter says otherwise. */
  list(filter?: JobFilter, page?: PageRequest): Promise<JobPage>;

  /** Unfinished work of all nodes, by operation. Rejects with `SERVICE_UNAVAILABLE` if the store is down. */
  backlog(): Promise<readonly Backlog[]>;

  /** Work whose time has come and that no node has done yet. Rejects with `SERVICE_UNAVAILABLE` if the store is down. */
  overdue(): Promise<OverdueJobs>;

  /**
   * Number of jobs in each state, of one owner or of all. Ended jobs of a state are counted exactly up to 10 000
   * (`countedEnds`); above that, a store may stop counting.
   */
  counts(ownerId?: string | null): Promise<JobCounts>;

  /** How much of its limits and its quota an owner uses. */
  standing(ownerId: string | null): Promise<OwnerStanding>;

  /** Totals of ended jobs by day, owner and operation. */
  usage(filter: UsageFilter): Promise<readonly UsageRow[]>;

  /** The engines that share the stores of this engine, and their running jobs. */
  nodes(): Promise<readonly NodeRecord[]>;

  /** Cancels a job, on whichever node it runs. Null if the job is unknown. A job that has ended is returned unchanged. */
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
   * Opens an output of a completed job. Rejects with `NOT_FOUND` if there is no such output, and with `OUTPUT_DAMAGED` if
   * the file is missing in the storage or has another size. A whole file is checked while it is read: if its SHA-256
   * differs, the stream fails with `OUTPUT_DAMAGED` before the last bytes. A part of a file is checked only by size.
   */
  open(jobId: string, outputIndex: number, range?: ByteRange): Promise<Readable>;

  /**
   * A temporary URL of the blob store from which anybody can read an output; null if the store has no such URLs. Rejects
   * like `open`, but compares only the size.
   */
  directLink(jobId: string, outputIndex: number, expiresInMs: number): Promise<URL | null>;

  /**
   * Converts in process, without a job: nothing is recorded. Rejects with the error that the job would have. Names and options
   * are typed by the operations of the engine. You may also pass an operation that the engine does not have.
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
   * Converts in process in several steps. Each step gets the outputs of the previous one. The options of all steps are checked
   * before the first step begins. If a step fails, the call rejects with the error of that step, with `details.step` (from 1) and
   * `details.operation`; later steps do not run. Only the outputs of the last step are kept. `timeoutMs` applies to each step.
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
   * Adds a listener, and returns a function that removes it. With `remote: false`, the listener gets only events of this node. For
   * an event of another node, the engine first reads the record from the store.
   */
  on<Event extends keyof EngineEvents>(
    event: Event,
    listener: JobListener<EngineEvents[Event]>,
    settings?: ListenerSettings,
  ): () => void;
}
