import { setTimeout as delay } from 'node:timers/promises';
import {
  type ClaimedJob,
  ConversionError,
  type Delivery,
  type JobRecord,
  type JobStore,
  queueItem,
} from '@platen/core';
import { shuttingDown, timerMs } from '@platen/core/internal';
import { type Attempt, type AttemptParts, attemptJob } from './attempt-job.ts';
import { operationsByHealth } from './available-operations.ts';
import { endDelayMs } from './backoff.ts';
import { type BlobOutage, createBlobOutage } from './blob-outage.ts';
import { type EndParts, endFiles } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { jobKeys } from './job-keys.ts';
import { isOutage } from './outage.ts';
import { enqueue, type WakeParts, wakeOwner } from './queue-items.ts';
import { createRunningJobs, type LeaseParts, type RunningJob, type RunningJobs } from './running-jobs.ts';
import { wait } from './wait.ts';

/** Takes jobs off the queue and runs them to their end. */
export interface JobRunner {
  start(): void;
  /** Takes no new jobs, waits up to `graceMs` for running ones, then returns the rest to the queue. */
  stop(graceMs: number): Promise<void>;
  /** Stops the run of a job that was cancelled with this record, if it runs here. */
  abort(cancelled: JobRecord): void;
  /** Checks with the store at once whether a job that runs here is still ours, and stops it if not. */
  renew(jobId: string): void;
  /** Extends the lease of every job that runs here. */
  renewAll(): Promise<void>;
  /** The jobs that run here. */
  running(): readonly string[];
  /** Processing time of the job so far on all nodes, in milliseconds; 0 for one that does not run here. */
  durationMs(jobId: string): number;
}

/** What runs jobs, and where they, their files and their events go. */
export interface RunnerParts
  extends Omit<AttemptParts, 'outage'>,
    EndParts,
    LeaseParts,
    WakeParts,
    Pick<ResolvedOptions, 'nodeId' | 'concurrency' | 'retentionMs' | 'messagesFor'> {}

/** What a lane works with. */
interface Lane extends RunnerParts {
  readonly running: RunningJobs;
  readonly outage: BlobOutage;
  /** Aborts when the grace period for running jobs is over. */
  readonly stopping: AbortSignal;
}

const retryDelayMs = 1_000;
/** How soon a lane notices that the workers of an operation can be started again. */
const recoveryDelayMs = 2_000;
/** How soon a lane notices that queue and store are back. */
const lookDelayMs = 100;

export function createJobRunner(parts: RunnerParts): JobRunner {
  const { concurrency, logger } = parts;
  const running = createRunningJobs(parts);
  const intake = new AbortController();
  const stopping = new AbortController();
  const outage = createBlobOutage(logger);
  const lane: Lane = { ...parts, running, outage, stopping: stopping.signal };
  let lanes: Promise<void>[] = [];

  return {
    start() {
      if (lanes.length > 0) return;
      lanes = Array.from({ length: concurrency }, () => takeJobs(lane, intake.signal));
      running.start();
    },
    async stop(graceMs) {
      intake.abort();
      const ended = Promise.all(lanes);
      const patience = new AbortController();
      await Promise.race([ended, delay(timerMs(graceMs), undefined, { signal: patience.signal }).catch(() => {})]);
      patience.abort();
      stopping.abort(shuttingDown());
      running.abortAll(shuttingDown());
      await ended.catch((error: unknown) => logger.error({ err: error }, 'a loop that claims jobs ended early'));
      running.stop();
      lanes = [];
    },
    abort: (cancelled) => running.abort(cancelled, new ConversionError('CANCELLED', 'The job was cancelled')),
    renew: running.renew,
    renewAll: running.renewAll,
    running: running.ids,
    durationMs: running.durationMs,
  };
}

/** Runs one job after another until the intake closes. */
async function takeJobs(lane: Lane, intake: AbortSignal): Promise<void> {
  const { queue, operations, outage, logger } = lane;
  let hasFailed = false;
  while (!intake.aborted) {
    try {
      await wait(outage.remainingMs(), intake);
      const available = operationsByHealth(lane).available;
      // Others are left to other nodes, and looked for again once their workers may have recovered.
      const patience = available.length < operations.size ? [AbortSignal.timeout(recoveryDelayMs)] : [];
      const signal = AbortSignal.any([intake, ...patience]);
      const delivery = available.length === 0 ? null : await queue.take(signal, { operations: available });
      // Nothing, though the intake is open: the queue or every worker is gone. Without a delay this would be a busy loop.
      if (delivery === null) await wait(retryDelayMs, intake);
      // The outage began while the lane waited for a job.
      else if (outage.remainingMs() > 0) await delivery.giveBack(outage.remainingMs());
      else await runDelivery(lane, delivery);
      hasFailed = false;
    } catch (error) {
      // Logged once: the lane keeps polling until the queue or store is back.
      if (!hasFailed) logger.error({ err: error }, 'a job cannot be claimed; trying again');
      hasFailed = true;
      await wait(lookDelayMs, intake);
    }
  }
}

/**
 * Claims the job from the store. The answer ends the delivery before the work begins: the store holds the only lease.
 */
async function runDelivery(lane: Lane, delivery: Delivery): Promise<void> {
  const { jobs, nodeId, leaseMs, limits } = lane;
  const { maxRunningPerOwner } = limits;
  const claim = await jobs.claim(delivery.jobId, { nodeId, leaseMs, maxRunningPerOwner }).catch(async (error) => {
    await delivery.giveBack(retryDelayMs);
    throw error;
  });
  // `owner_busy`: the end of another job of this owner enqueues it again.
  if (claim.kind === 'not_queued' || claim.kind === 'owner_busy') return delivery.done();
  if (claim.kind === 'not_yet') return delivery.giveBack(claim.waitMs);
  await Promise.all([endDelivery(lane, delivery), runClaimed(lane, claim.job)]);
}

/** A delivery that is not ended is redelivered, and the store refuses the claim then. */
async function endDelivery({ logger }: Lane, delivery: Delivery): Promise<void> {
  await delivery.done().catch((error: unknown) => {
    logger.warn({ err: error, jobId: delivery.jobId }, 'a queue item cannot be removed now');
  });
}

async function runClaimed(lane: Lane, claimed: ClaimedJob): Promise<void> {
  const { events, running } = lane;
  const entry = running.add(claimed);
  const { job } = entry;
  events.emit('job-started', job);
  try {
    await settle(lane, entry, await attemptJob(lane, entry));
  } finally {
    running.delete(entry);
  }
  await wakeOwner(lane, job);
}

async function settle(lane: Lane, entry: RunningJob, attempt: Attempt): Promise<void> {
  const { jobs, blobs, events, retentionMs, logger } = lane;
  const { job } = entry;
  if (attempt.state === 'released') {
    await release(lane, entry, attempt.delayMs);
  } else if (attempt.state !== 'lost') {
    const messages = lane.messagesFor(job, attempt);
    const durationMs = entry.durationMs();
    const ended =
      (await untilAnswered(lane, job, () =>
        jobs.finish(job.id, job.fence, { outcome: attempt, durationMs, retentionMs, messages }),
      )) ?? (await untilAnswered(lane, job, () => ownEnd(jobs, job, attempt)));
    if (ended !== null) {
      await endFiles(lane, ended);
      events.emit(`job-${attempt.state}`, ended);
      return;
    }
  }
  // Cancelled, lost to another node, or released: nobody needs what this run wrote.
  await blobs.remove(jobKeys.run(job.id, job.fence)).catch((error: unknown) => {
    logger.warn({ err: error, jobId: job.id }, 'files of a run were not removed; the sweep will remove them');
  });
}

/**
 * The record of a job that this run has already ended, else null: a store that went down may have recorded the end and
 * lost the answer, and then refuses it the second time. The files of the run are the job's outputs.
 */
async function ownEnd(jobs: JobStore, { id, fence }: JobRecord, { state }: Attempt): Promise<JobRecord | null> {
  const known = await jobs.get(id);
  return known?.state === state && known.fence === fence ? known : null;
}

async function release(lane: Lane, { job, ...entry }: RunningJob, delayMs: number): Promise<void> {
  const { jobs } = lane;
  const durationMs = entry.durationMs();
  const released = await untilAnswered(lane, job, () =>
    jobs.release(job.id, job.fence, { durationMs, delayMs, countAttempt: false }),
  );
  if (released && !jobs.enqueues) await enqueue(lane, [queueItem(job, 0, delayMs)]);
}

/**
 * Reports the end of a job, waiting while the store is down: the work is done, and repeating it would cost more than
 * waiting. Gives up when the runner stops; the lease expires then.
 */
async function untilAnswered<Answer>({ stopping, logger }: Lane, job: JobRecord, ask: () => Promise<Answer>) {
  for (let times = 1; ; times += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isOutage(error) || stopping.aborted) throw error;
      logger.warn({ err: error, jobId: job.id }, 'the end of a job cannot be stored; trying again');
      await wait(endDelayMs(times), stopping); // When it aborts, one last try.
    }
  }
}
