import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BlobStore,
  ConversionError,
  type JobOutcome,
  type JobRecord,
  type Logger,
  processingFailed,
  type StoredFile,
  type TaskInput,
  type TaskOutput,
} from '@platen/core';
import { hashFile } from '@platen/core/fs';
import { hostShortage, toConversionError } from '@platen/core/internal';
import { maxOutages, maxShortages, outageDelayMs } from './backoff.ts';
import type { BlobOutage } from './blob-outage.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findOperation } from './find-operation.ts';
import { jobKeys } from './job-keys.ts';
import { leaveRoom, roomBytes } from './leave-room.ts';
import { monotonic } from './monotonic.ts';
import { runOperation } from './run-operation.ts';
import type { RunningJob } from './running-jobs.ts';
import type { StagingArea } from './staging-area.ts';

/** How an attempt went: the job ended, is requeued through no fault of its own, or now belongs to another node. */
export type Attempt =
  | JobOutcome
  | { readonly state: 'released'; readonly delayMs: number }
  | { readonly state: 'lost' };

/** What runs a job, and where its files are. */
export interface AttemptParts
  extends Pick<ResolvedOptions, 'operations' | 'blobs' | 'executor' | 'limits' | 'maxAttempts' | 'logger'> {
  readonly staging: StagingArea;
  /** Takes note of how the store of the files answers. */
  readonly outage: BlobOutage;
}

/** Runs a claimed job. Never rejects. */
export async function attemptJob(parts: AttemptParts, entry: RunningJob): Promise<Attempt> {
  const { job, controller } = entry;
  try {
    if (job.attempts > parts.maxAttempts) {
      throw processingFailed(
        'worker_crashed',
        `The worker or its server crashed each time this job ran (${job.attempts - 1} attempts)`,
        {
          attempts: job.attempts - 1,
        },
      );
    }
    const { outputs, warnings } = await runJob(parts, entry);
    parts.outage.isOver();
    return { state: 'completed', outputs, warnings: [...job.warnings, ...warnings] };
  } catch (error) {
    if (controller.signal.aborted && error === controller.signal.reason) {
      // Aborted by the engine as it stops, or because the job was cancelled or taken over.
      const isStopping = ConversionError.is(error) && error.code === 'SERVICE_UNAVAILABLE';
      return isStopping ? { state: 'released', delayMs: 0 } : { state: 'lost' };
    }
    return failedAttempt(parts.logger, job, error);
  }
}

function failedAttempt(logger: Logger, job: JobRecord, error: unknown): Attempt {
  const known = toConversionError(error, (cause) => processingFailed('internal', 'The conversion failed', { cause }));
  const { id: jobId, operation, ownerId, correlationId, attempts, releases } = job;
  const { code, details, cause: err } = known;
  const fields = { jobId, operation, ownerId, correlationId, attempts, releases, code, details, err };
  const bound = hostShortage(known) === null ? maxOutages : maxShortages;
  if (code === 'SERVICE_UNAVAILABLE' && releases < bound) {
    const delayMs = outageDelayMs(releases + 1);
    logger.warn({ ...fields, delayMs }, 'a job cannot run now and was queued again');
    return { state: 'released', delayMs };
  }
  logger.warn(fields, `job failed: ${known.message}`);
  return { state: 'failed', error: known.toData(), warnings: job.warnings };
}

async function runJob(parts: AttemptParts, entry: RunningJob) {
  const { job, secrets, controller } = entry;
  const { blobs, executor, staging, outage, logger } = parts;
  const { signal } = controller;
  const operation = findOperation(parts, job.operation);
  await using folder = await staging.create();
  const inputs = await outage.watch(fetchInputs(blobs, job, folder.path, signal));
  const outputDir = join(folder.path, 'out');
  await mkdir(outputDir);
  let stored = 0;
  const collect = async ({ path, fileName, mediaType }: TaskOutput, sizeBytes: number): Promise<StoredFile> => {
    const key = jobKeys.output(job.id, job.fence, stored);
    stored += 1;
    // Just written by the worker: it is read from memory.
    const sha256 = await hashFile(path, signal);
    await outage.watch(blobs.adopt(key, path, { sizeBytes, signal }));
    await leaveRoom(staging.path, roomBytes.besideOutputs);
    return { key, fileName, mediaType, sizeBytes, sha256 };
  };
  // Awaited here: the folder must outlive the run.
  return await runOperation<StoredFile>({
    operation,
    task: {
      inputs,
      options: { ...job.options, ...secrets },
      outputDir,
      limits: { ...parts.limits, ...job.limits },
    },
    executor,
    signal,
    logger,
    logFields: { jobId: job.id, ownerId: job.ownerId, correlationId: job.correlationId },
    onProgress: monotonic((fraction) => {
      entry.progress = Math.min(99, Math.floor(fraction * 100));
    }),
    collect,
  });
}

async function fetchInputs(
  blobs: BlobStore,
  { inputs }: JobRecord,
  folder: string,
  signal: AbortSignal,
): Promise<readonly TaskInput[]> {
  const fetched: TaskInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const { key, fileName, mediaType, sizeBytes } = input;
    const path = join(folder, `input-${index}`);
    await blobs.stage(key, path, { signal }).catch((error: unknown) => {
      throw isLost(error) ? inputLost(fileName, error) : error;
    });
    await expectIntact(path, input, signal);
    fetched.push({ path, fileName, mediaType, sizeBytes });
  }
  return fetched;
}

/** The worker reads the file next: for the most part it is read from the disk once. */
async function expectIntact(path: string, input: StoredFile, signal: AbortSignal): Promise<void> {
  const { fileName, sizeBytes, sha256 } = input;
  const { size } = await stat(path);
  const isIntact = size === sizeBytes && (sha256 === undefined || (await hashFile(path, signal)) === sha256);
  if (isIntact) return;
  const cause = new Error(`size or SHA-256 of an input differs from what was stored: ${input.key}`);
  throw processingFailed('internal', `"${fileName}" was damaged in storage: submit it again`, { fileName, cause });
}

function isLost(error: unknown): boolean {
  return ConversionError.is(error) && error.code === 'NOT_FOUND';
}

/** To a client, `NOT_FOUND` would be about the route. */
function inputLost(fileName: string, cause: unknown): ConversionError {
  return processingFailed('internal', `"${fileName}" is no longer stored: submit it again`, { fileName, cause });
}
