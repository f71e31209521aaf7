import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BlobStore,
  type Clock,
  defaultLimits,
  type IdGenerator,
  type JobQueue,
  type JobStore,
  type Limits,
  type Logger,
  type Operation,
  randomId,
  silentLogger,
  systemClock,
} from '@platen/core';
import { createMemoryBlobStore, createMemoryJobQueue, createMemoryJobStore } from '@platen/core/memory';
import { defaultMaxAttempts } from './attempt-spacing.ts';
import type { Executor } from './executor.ts';
import { createThreadExecutor } from './thread-executor.ts';

export interface EngineOptions {
  /** What the engine can do: `standardOperations`, or any of your own. */
  readonly operations: readonly Operation[];
  /** Keeps the jobs. In memory when not given: enough for `convert`, and for jobs that may be lost. */
  readonly jobs?: JobStore;
  /** Keeps inputs and outputs of jobs. In memory when not given. */
  readonly blobs?: BlobStore;
  /** Hands jobs to workers. In memory when not given: right for one process, since the job store is the truth. */
  readonly queue?: JobQueue;
  /** Runs the work. Worker threads of this process when not given; closed by `stop`. */
  readonly executor?: Executor;
  /** Where uploads and tasks under way keep their files. On the file system of the blob store, files move instead of being copied. */
  readonly stagingFolder?: string;
  /** Bounds that differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Jobs that run at once; as many as the executor runs calls when not given. */
  readonly concurrency?: number;
  /** Waiting jobs above which a submission is refused; 10 000. */
  readonly maxQueued?: number;
  /**
   * How often a job may be begun, counting those whose process died under it; 5, or 20 when the executor is isolated:
   * a file that cannot reach the host is hardly what ends it.
   */
  readonly maxAttempts?: number;
  /** How long a process that says nothing is trusted to be alive; 15 s, twice that for each earlier attempt, up to 2 min. */
  readonly leaseMs?: number;
  /** How often leases, retention and the queue are looked after; 5 s. */
  readonly sweepIntervalMs?: number;
  /** How often files that no job needs are looked for; what was needless twice in a row is removed; 1 h. */
  readonly orphanIntervalMs?: number;
  /** How long outputs and record are kept after a job ends; 24 h. */
  readonly retentionMs?: number;
  readonly clock?: Clock;
  readonly newId?: IdGenerator;
  readonly logger?: Logger;
}

/** Engine options with every default in place. */
export type ResolvedOptions = Required<Omit<EngineOptions, 'operations' | 'limits'>> & {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly limits: Limits;
};

const hourMs = 3_600_000;

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions(options: EngineOptions): ResolvedOptions {
  const operations = new Map<string, Operation>();
  for (const operation of options.operations) {
    if (operations.has(operation.name)) throw new TypeError(`operation "${operation.name}" is given twice`);
    operations.set(operation.name, operation);
  }
  const executor = options.executor ?? createThreadExecutor();
  const clock = options.clock ?? systemClock;
  return {
    operations,
    executor,
    clock,
    jobs: options.jobs ?? createMemoryJobStore(),
    blobs: options.blobs ?? createMemoryBlobStore(),
    queue: options.queue ?? createMemoryJobQueue(),
    stagingFolder: options.stagingFolder ?? join(tmpdir(), `platen-${process.getuid?.() ?? 'host'}`),
    limits: { ...defaultLimits, ...options.limits },
    concurrency: positive('concurrency', options.concurrency ?? executor.concurrency),
    maxQueued: positive('maxQueued', options.maxQueued ?? 10_000),
    maxAttempts: positive('maxAttempts', options.maxAttempts ?? defaultMaxAttempts(executor.isolated)),
    leaseMs: positive('leaseMs', options.leaseMs ?? 15_000),
    sweepIntervalMs: positive('sweepIntervalMs', options.sweepIntervalMs ?? 5_000),
    orphanIntervalMs: positive('orphanIntervalMs', options.orphanIntervalMs ?? hourMs),
    retentionMs: positive('retentionMs', options.retentionMs ?? 24 * hourMs),
    newId: options.newId ?? randomId,
    logger: options.logger ?? silentLogger,
  };
}

function positive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new TypeError(`${name} must be a number above 0, not ${value}`);
}
