import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ConversionError,
  canRetry,
  type Delivery,
  type JobOutcome,
  type JobRecord,
  processingFailed,
  type StoredFile,
  type TaskInput,
  type TaskOutput,
  toConversionError,
} from '@platen/core';
import { spacedMs } from './attempt-spacing.ts';
import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './events.ts';
import { jobKeys } from './job-keys.ts';
import { neverFalling } from './never-falling.ts';
import { runOperation } from './run-operation.ts';
import type { StagingArea } from './staging-area.ts';
import { findOperation, removeInputs } from './submit-job.ts';

/** Takes jobs off the queue and runs them to their end. */
export interface JobRunner {
  start(): void;
  /** Takes nothing new, waits up to `graceMs` for what runs, then gives the rest back to the queue. */
  stop(graceMs: number): Promise<void>;
  /** Stops a job that runs here; others are not touched. */
  abort(jobId: string, reason: ConversionError): void;
  /** Extends the lease of every job that runs here. */
  renewAll(): Promise<void>;
  running(): number;
}

/** A job this process has claimed. */
interface RunningJob {
  readonly job: JobRecord;
  readonly delivery: Delivery;
  readonly controller: AbortController;
  /** 0–99, as last heard from the worker, and as last stored. */
  progress: number;
  storedProgress: number;
  renewedAt: number;
}

const renewIntervalMs = 1_000;
const retryDelayMs = 1_000;

export function createJobRunner(options: ResolvedOptions, staging: StagingArea, events: JobEvents): JobRunner {
  const { queue, concurrency, leaseMs, clock, logger } = options;
  const running = new Map<string, RunningJob>();
  let intake = new AbortController();
  let lanes: Promise<void>[] = [];
  let timer: NodeJS.Timeout | undefined;

  const lane = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const delivery = await queue.claim(signal);
        if (delivery !== null) await runDelivery(options, staging, events, running, delivery);
      } catch (error) {
        logger.error({ err: error }, 'a job could not be taken up; trying again');
        await delay(retryDelayMs, undefined, { signal }).catch(() => {}); // Aborted: the loop ends.
      }
    }
  };

  /** Renews what is due: when progress is new, and in any case three times within a lease. */
  const renew = async (all: boolean) => {
    const now = clock.now();
    for (const entry of running.values()) {
      const due = all || entry.progress > entry.storedProgress || now - entry.renewedAt > leaseMs / 3;
      if (due) await renewJob(options, events, entry);
    }
  };

  return {
    start() {
      if (lanes.length > 0) return;
      intake = new AbortController();
      lanes = Array.from({ length: concurrency }, () => lane(intake.signal));
      timer = setInterval(() => void renew(false), renewIntervalMs);
      timer.unref();
    },
    async stop(graceMs) {
      intake.abort();
      const ended = Promise.all(lanes);
      const patience = new AbortController();
      await Promise.race([ended, delay(graceMs, undefined, { signal: patience.signal }).catch(() => {})]);
      patience.abort();
      for (const { controller } of running.values()) controller.abort(shuttingDown());
      await ended;
      clearInterval(timer);
      lanes = [];
    },
    abort: (jobId, reason) => running.get(jobId)?.controller.abort(reason),
    renewAll: () => renew(true),
    running: () => running.size,
  };
}

/** What a conversion under way is rejected with when the engine stops. */
export function shuttingDown(): ConversionError {
  return new ConversionError('SERVICE_UNAVAILABLE', 'The service is shutting down', {
    details: { reason: 'draining' },
  });
}

async function renewJob(
  { jobs, leaseMs, clock, logger }: ResolvedOptions,
  events: JobEvents,
  entry: RunningJob,
): Promise<void> {
  const { job, delivery, controller, progress } = entry;
  const now = clock.now();
  try {
    const leaseUntil = now + spacedMs(leaseMs, job.attempts);
    const held = await jobs.renew(job.id, job.fence, { leaseUntil, progress });
    if (!held) {
      controller.abort(new ConversionError('CANCELLED', 'The job is no longer ours'));
      return;
    }
    await delivery.heartbeat();
    entry.renewedAt = now;
    if (progress > entry.storedProgress) events.emit('job-progress', { ...job, progress });
    entry.storedProgress = progress;
  } catch (error) {
    logger.warn({ err: error, jobId: job.id }, 'a lease was not renewed');
  }
}

async function runDelivery(
  options: ResolvedOptions,
  staging: StagingArea,
  events: JobEvents,
  running: Map<string, RunningJob>,
  delivery: Delivery,
): Promise<void> {
  const { jobs, clock, leaseMs } = options;
  const now = clock.now();
  const job = await jobs.claim(delivery.jobId, { now, leaseMs }).catch(async (error: unknown) => {
    await delivery.nack(retryDelayMs);
    throw error;
  });
  // Cancelled, finished, or somebody else's: nothing is left to do for this delivery.
  if (job === null) return delivery.ack();

  const entry: RunningJob = {
    job,
    delivery,
    controller: new AbortController(),
    progress: 0,
    storedProgress: 0,
    renewedAt: now,
  };
  running.set(job.id, entry);
  events.emit('job-started', job);
  try {
    // Before the work: the next attempt keeps its distance even if this one ends the process at once.
    if (job.attempts > 1) await renewJob(options, events, entry);
    await settle(options, events, entry, await attempt(options, staging, entry));
  } finally {
    running.delete(job.id);
  }
}

type Attempt = JobOutcome | { readonly state: 'given-back' } | { readonly state: 'lost' };

async function attempt(options: ResolvedOptions, staging: StagingArea, entry: RunningJob): Promise<Attempt> {
  const { job, controller } = entry;
  try {
    if (job.attempts > options.maxAttempts) {
      throw processingFailed('worker_crashed', 'The conversion ended unexpectedly every time it was tried', {
        attempts: job.attempts - 1,
      });
    }
    const { outputs, warnings } = await runJob(options, staging, entry);
    return { state: 'completed', outputs, warnings: [...job.warnings, ...warnings] };
  } catch (error) {
    if (controller.signal.aborted && error === controller.signal.reason) {
      return ConversionError.is(error) && canRetry(error) ? { state: 'given-back' } : { state: 'lost' };
    }
    const known = toConversionError(error, (cause) => processingFailed('internal', 'The conversion failed', { cause }));
    const { id: jobId, operation, owner, correlationId, attempts } = job;
    const fields = {
      jobId,
      operation,
      owner,
      correlationId,
      attempts,
      code: known.code,
      details: known.details,
      err: known.cause,
    };
    if (known.code === 'SERVICE_UNAVAILABLE' && attempts < options.maxAttempts) {
      options.logger.warn(fields, 'a job could not be run now; it goes back to the queue');
      return { state: 'given-back' };
    }
    options.logger.warn(fields, `job failed: ${known.message}`);
    return { state: 'failed', error: known.toData(), warnings: job.warnings };
  }
}

async function runJob(options: ResolvedOptions, staging: StagingArea, entry: RunningJob) {
  const { job, controller } = entry;
  const operation = findOperation(options, job.operation);
  await using folder = await staging.create();
  const inputs = await fetchInputs(options, job, folder.path);
  const outputDir = join(folder.path, 'out');
  await mkdir(outputDir);
  let stored = 0;
  const adopt = async ({ path, fileName, mediaType }: TaskOutput): Promise<StoredFile> => {
    const key = jobKeys.output(job.id, job.fence, stored);
    stored += 1;
    const { sizeBytes } = await options.blobs.adopt(key, path);
    return { key, fileName, mediaType, sizeBytes };
  };
  // Awaited here: the folder must outlive the run.
  return await runOperation<StoredFile>({
    operation,
    task: {
      inputs,
      options: { ...job.options, ...job.secrets },
      outputDir,
      limits: { ...options.limits, ...job.limits },
    },
    executor: options.executor,
    signal: controller.signal,
    logger: options.logger,
    onProgress: neverFalling((fraction) => {
      entry.progress = Math.min(99, Math.floor(fraction * 100));
    }),
    collect: (outputs) => Promise.all(outputs.map(adopt)),
  });
}

async function fetchInputs(
  { blobs }: ResolvedOptions,
  { inputs }: JobRecord,
  folder: string,
): Promise<readonly TaskInput[]> {
  const fetched: TaskInput[] = [];
  for (const [index, { key, fileName, mediaType, sizeBytes }] of inputs.entries()) {
    const path = join(folder, `input-${index}`);
    await blobs.stage(key, path);
    fetched.push({ path, fileName, mediaType, sizeBytes });
  }
  return fetched;
}

async function settle(options: ResolvedOptions, events: JobEvents, entry: RunningJob, result: Attempt): Promise<void> {
  const { jobs, blobs, clock, retentionMs } = options;
  const { job, delivery } = entry;
  if (result.state === 'completed' || result.state === 'failed' || result.state === 'cancelled') {
    const now = clock.now();
    const finished = await jobs.finish(job.id, job.fence, { outcome: result, now, purgeAt: now + retentionMs });
    if (finished !== null) {
      if (result.state !== 'completed') await blobs.remove(jobKeys.run(job.id, job.fence));
      await removeInputs(options, job.inputs);
      await delivery.ack();
      events.emit(`job-${result.state}`, finished);
      return;
    }
  }
  // Cancelled, lost to another worker, or given back: what this run wrote belongs to nobody.
  await blobs.remove(jobKeys.run(job.id, job.fence));
  if (result.state === 'given-back') {
    await jobs.release(job.id, job.fence);
    await delivery.nack(spacedMs(retryDelayMs, job.attempts));
  } else {
    await delivery.ack();
  }
}
