import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BlobStore,
  type Clock,
  defaultLimits,
  type IdGenerator,
  type JobBus,
  type JobOutcome,
  type JobQueue,
  type JobRecord,
  type JobStore,
  type JobWebhooks,
  type LeaderLock,
  type Limits,
  type Logger,
  type NewOutboxMessage,
  type NodeRegistry,
  type Operation,
  systemClock,
} from '@platen/core';
import {
  checkLimits,
  checkOptionNames,
  isPromise,
  type OptionNames,
  positiveOption,
  randomId,
  shownValue,
  stderrLogger,
  storeParts,
  timerOption,
} from '@platen/core/internal';
import {
  createMemoryBlobStore,
  createMemoryJobBus,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryLeaderLock,
  createMemoryNodeRegistry,
} from '@platen/core/memory';
import { defaultMaxAttempts } from './backoff.ts';
import type { Executor } from './executor.ts';
import { isOperation } from './is-operation.ts';
import { createThreadExecutor } from './thread-executor.ts';

/**
 * The parts of an engine. Only `operations` is required: by default the rest is kept in memory and runs in threads of
 * this process.
 */
export interface EngineOptions<Operations extends readonly Operation[] = readonly Operation[]> {
  /** The operations of the engine: `standardOperations`, or your own. */
  readonly operations: Operations;
  /** Keeps the jobs. In memory when not given: enough for `convert`, and for jobs that may be lost. */
  readonly jobs?: JobStore;
  /** Keeps inputs and outputs of jobs. In memory when not given, which a durable job store refuses. */
  readonly blobs?: BlobStore;
  /** Which job to try next. In memory when not given: right for one process, since the job store is the source of truth. */
  readonly queue?: JobQueue;
  /** Carries events and cancellations between nodes. In memory when not given. */
  readonly bus?: JobBus;
  /** Chooses the node that does the housekeeping. In memory when not given. */
  readonly leader?: LeaderLock;
  /** Knows which nodes there are. In memory when not given. */
  readonly nodes?: NodeRegistry;
  /**
   * Set to true if no other process uses this job store: jobs that an earlier process had started are requeued at once,
   * without waiting for their leases. Default false.
   */
  readonly soleNode?: boolean;
  /** Runs the work. Worker threads of this process when not given; closed by `stop`. */
  readonly executor?: Executor;
  /** Where uploads and tasks under way keep their files. On the file system of the blob store, files move instead of being copied. */
  readonly stagingFolder?: string;
  /** Bounds that differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Number of jobs that run at the same time; by default the number of calls that the executor runs. */
  readonly concurrency?: number;
  /**
   * Names of operations whose workers are started, and have loaded what they need, before the first job comes, such as
   * `['pdf/to-word']`: from `start` on, and again whenever a worker is replaced. None when not given: a worker that no job has
   * needed takes no memory.
   */
  readonly warm?: readonly string[];
  /** Waiting jobs above which a submission is refused; 10 000. */
  readonly maxQueued?: number;
  /**
   * Attempts allowed for a job, counting those whose process died; 5, or 20 when the executor is isolated, since an
   * isolated file is unlikely to be what ended the host.
   */
  readonly maxAttempts?: number;
  /**
   * How long a silent node is assumed to be alive; 15 s. After each further loss a job waits twice as long, up to 2
   * min.
   */
  readonly leaseMs?: number;
  /** How often leases and retention are checked; 2 s. */
  readonly sweepIntervalMs?: number;
  /** How often files that no job needs are looked for; 10 min. */
  readonly orphanIntervalMs?: number;
  /** How long outputs and record are kept after a job ends; 24 h. */
  readonly retentionMs?: number;
  /** Keeps the inputs of failed and cancelled jobs as long as their record, so that `retry` can run them again; false. */
  readonly keepFailedInputs?: boolean;
  /** Messages put into the outbox of the job store when a job ends, in the same transaction; none when not given. */
  readonly messagesFor?: (job: JobRecord, outcome: JobOutcome) => readonly NewOutboxMessage[];
  /** Takes a `webhookUrl` with a job: `forJobs` of `createWebhooks`, whose `messagesFor` is needed too. None is taken when not given. */
  readonly jobWebhooks?: JobWebhooks | null;
  /** The clock of the stores in memory; those given have their own. */
  readonly clock?: Clock;
  readonly newId?: IdGenerator;
  /** By default, warnings and errors go to standard error; `silentLogger` logs nothing. */
  readonly logger?: Logger;
}

/** The name of each option. */
export const engineOptionNames: OptionNames<EngineOptions> = {
  operations: true,
  jobs: true,
  blobs: true,
  queue: true,
  bus: true,
  leader: true,
  nodes: true,
  soleNode: true,
  executor: true,
  stagingFolder: true,
  limits: true,
  concurrency: true,
  warm: true,
  maxQueued: true,
  maxAttempts: true,
  leaseMs: true,
  sweepIntervalMs: true,
  orphanIntervalMs: true,
  retentionMs: true,
  keepFailedInputs: true,
  messagesFor: true,
  jobWebhooks: true,
  clock: true,
  newId: true,
  logger: true,
};

/** Engine options with every default in place. */
export type ResolvedOptions = Required<Omit<EngineOptions, 'operations' | 'limits'>> & {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly limits: Limits;
  readonly nodeId: string;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Port = 'jobs' | 'blobs' | 'queue' | 'bus' | 'leader' | 'nodes' | 'executor' | 'clock' | 'logger';

/** How each of these is recognised: JavaScript callers may have passed anything else in its place. */
const methodsOf: { readonly [Name in Port]: readonly (keyof Required<EngineOptions>[Name] & string)[] } = {
  jobs: ['insert', 'claim'],
  blobs: ['put', 'read'],
  queue: ['enqueue', 'close'],
  bus: ['publish', 'close'],
  leader: ['hold', 'release'],
  nodes: ['report', 'list'],
  executor: ['open', 'run', 'problemOf', 'checkWorkers', 'close'],
  clock: ['now'],
  logger: ['debug', 'info', 'warn', 'error'],
};

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions(options: EngineOptions): ResolvedOptions {
  checkOptionNames('createEngine', options, { ...engineOptionNames, ...storeParts });
  const operations = byName(options?.operations);
  for (const [name, methods] of Object.entries(methodsOf)) checkMethods(name, options[name as Port], methods);
  if (options.jobWebhooks != null && options.messagesFor === undefined) {
    throw new TypeError('jobWebhooks needs messagesFor: without it nothing would be sent when a job ends');
  }
  const executor = options.executor ?? createThreadExecutor();
  const clock = options.clock ?? systemClock;
  const jobs = options.jobs ?? createMemoryJobStore({ clock });
  const blobs = options.blobs ?? createMemoryBlobStore({ clock });
  if (jobs.durable && !blobs.durable) {
    throw new TypeError(
      'the job store is durable, but the files of its jobs would be kept in memory and lost with the process: give blobs, such as createFsBlobStore({ folder })',
    );
  }
  return {
    operations,
    executor,
    clock,
    nodeId: randomUUID(),
    jobs,
    blobs,
    queue: options.queue ?? createMemoryJobQueue(),
    bus: options.bus ?? createMemoryJobBus(),
    leader: options.leader ?? createMemoryLeaderLock(),
    nodes: options.nodes ?? createMemoryNodeRegistry(),
    soleNode: options.soleNode ?? false,
    stagingFolder: options.stagingFolder ?? join(tmpdir(), `platen-${process.getuid?.() ?? 'host'}`),
    limits: { ...defaultLimits, ...checkLimits(options.limits) },
    concurrency: positiveOption('concurrency', options.concurrency ?? executor.concurrency),
    warm: knownNames(options.warm ?? [], operations),
    maxQueued: positiveOption('maxQueued', options.maxQueued ?? 10_000),
    maxAttempts: positiveOption('maxAttempts', options.maxAttempts ?? defaultMaxAttempts(executor.isolated)),
    leaseMs: positiveOption('leaseMs', options.leaseMs ?? 15_000),
    sweepIntervalMs: timerOption('sweepIntervalMs', options.sweepIntervalMs ?? 2_000),
    orphanIntervalMs: positiveOption('orphanIntervalMs', options.orphanIntervalMs ?? 10 * minuteMs),
    retentionMs: positiveOption('retentionMs', options.retentionMs ?? 24 * hourMs),
    keepFailedInputs: options.keepFailedInputs ?? false,
    messagesFor: functionOption('messagesFor', options.messagesFor ?? (() => [])),
    jobWebhooks: options.jobWebhooks ?? null,
    newId: functionOption('newId', options.newId ?? randomId),
    logger: options.logger ?? stderrLogger,
  };
}

function byName(given: unknown): ReadonlyMap<string, Operation> {
  if (given === undefined) {
    throw new TypeError(
      'createEngine needs operations: createEngine({ operations: standardOperations }), which @platen/standard exports',
    );
  }
  if (!Array.isArray(given)) {
    const hint = isOperation(given) ? `, [${given.name}] here` : ', such as standardOperations of @platen/standard';
    throw new TypeError(`operations must be an array${hint}, not ${shownValue(given)}`);
  }
  const operations = new Map<string, Operation>();
  for (const [index, operation] of (given as readonly unknown[]).entries()) {
    if (!isOperation(operation))
      throw new TypeError(`operations[${index}] is not an operation: defineOperation makes one`);
    if (operations.has(operation.name)) throw new TypeError(`operation "${operation.name}" is given twice`);
    operations.set(operation.name, operation);
  }
  return operations;
}

function knownNames(given: readonly string[], operations: ReadonlyMap<string, Operation>): readonly string[] {
  if (!Array.isArray(given))
    throw new TypeError(`warm must be an array of names of operations, not ${shownValue(given)}`);
  const unknown = given.find((name) => !operations.has(name));
  if (unknown === undefined) return given;
  throw new TypeError(
    `warm names "${unknown}", which is not among the operations: ${[...operations.keys()].join(', ')}`,
  );
}

function checkMethods(name: string, given: unknown, methods: readonly string[]): void {
  if (given == null) return;
  const missing = methods.find((method) => typeof (given as Record<string, unknown>)[method] !== 'function');
  if (isPromise(given)) throw new TypeError(`${name} is a promise: await it first`);
  if (missing !== undefined) throw new TypeError(`${name} has no method ${missing}: it is ${shownValue(given)}`);
}

function functionOption<Given>(name: string, given: Given): Given {
  if (typeof given === 'function') return given;
  throw new TypeError(`${name} must be a function, not ${String(given)}`);
}
