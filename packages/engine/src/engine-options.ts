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
  /** Keeps the jobs. In memory by default, which is enough for `convert` and for jobs that may be lost. */
  readonly jobs?: JobStore;
  /** Keeps the inputs and outputs of jobs. In memory by default, which is not allowed with a durable job store. */
  readonly blobs?: BlobStore;
  /**
   * Says which job to run next. In memory by default, which is right for one process, because the job store is the source of
   * truth.
   */
  readonly queue?: JobQueue;
  /** Carries events and cancellations between nodes. In memory by default. */
  readonly bus?: JobBus;
  /** Chooses the node that does the housekeeping. In memory by default. */
  readonly leader?: LeaderLock;
  /** Lists the live nodes. In memory by default. */
  readonly nodes?: NodeRegistry;
  /**
   * True if no other process uses this job store. Jobs that an earlier process had started are then requeued at once,
   * without a wait for their leases. Default false.
   */
  readonly soleNode?: boolean;
  /** Runs the work. Worker threads of this process by default. `stop` closes the executor. */
  readonly executor?: Executor;
  /**
   * Folder for the files of running uploads and tasks. If it is on the file system of the blob store, files are moved
   * instead of copied.
   */
  readonly stagingFolder?: string;
  /** Limits that differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Number of jobs that run at the same time; by default the number of calls that the executor runs. */
  readonly concurrency?: number;
  /**
   * Names of operations whose workers are started and loaded before their first job, such as `['pdf/to-word']`: at `start`,
   * and again whenever a worker is replaced. None by default, so that unused workers take no memory.
   */
  readonly warm?: readonly string[];
  /** Number of waiting jobs above which a submission is refused. Default 10 000. */
  readonly maxQueued?: number;
  /**
   * Number of attempts that a job may have, including those whose process crashed. Default 5, or 20 if the executor is
   * isolated, because an isolated file is unlikely to have ended the host.
   */
  readonly maxAttempts?: number;
  /**
   * How long a silent node is assumed to be alive, in milliseconds. Default 15 000. Each time a job loses its node again, it
   * waits twice as long, up to 2 minutes.
   */
  readonly leaseMs?: number;
  /** How often leases and retention are checked, in milliseconds. Default 2 000. */
  readonly sweepIntervalMs?: number;
  /** How often the engine searches for files that no job needs, in milliseconds. Default 600 000. */
  readonly orphanIntervalMs?: number;
  /** How long the outputs and the record of a job are kept after its end, in milliseconds. Default 24 hours. */
  readonly retentionMs?: number;
  /**
   * Keeps the inputs of failed and cancelled jobs as long as their records, so that `retry` can run the jobs again. Default
   * false.
   */
  readonly keepFailedInputs?: boolean;
  /** Returns the messages that the store writes to its outbox in the transaction that ends a job. None by default. */
  readonly messagesFor?: (job: JobRecord, outcome: JobOutcome) => readonly NewOutboxMessage[];
  /**
   * Allows jobs to have a `webhookUrl`: pass `forJobs` of `createWebhooks`, together with its `messagesFor`. By default,
   * jobs may not have one.
   */
  readonly jobWebhooks?: JobWebhooks | null;
  /** The clock of the stores in memory. Stores that you pass have their own clocks. */
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
