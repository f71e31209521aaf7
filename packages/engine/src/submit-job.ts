import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  ConversionError,
  type JobRecord,
  type NewJob,
  type Operation,
  type QueuedItem,
  type StoredFile,
  type SubmitRequest,
  type TaskInput,
} from '@platen/core';
import { checkOptions } from './check-options.ts';
import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './events.ts';
import { jobKeys } from './job-keys.ts';
import { stageInputs } from './stage-inputs.ts';
import type { StagingArea } from './staging-area.ts';

/** Stores the inputs, then records the job, then tells the queue: in this order nothing accepted can be lost. */
export async function submitJob(
  options: ResolvedOptions,
  staging: StagingArea,
  events: JobEvents,
  request: SubmitRequest,
): Promise<JobRecord> {
  const { jobs, queue, clock, newId, logger } = options;
  const operation = findOperation(options, request.operation);
  const id = request.jobId ?? newId();
  const known = request.jobId === undefined ? null : await jobs.get(id);
  if (known !== null) return sameRequest(known, request);
  await checkQueue(options, request);

  const checked = await checkOptions(operation, request.options ?? {});
  const inputs = await storeInputs(options, staging, operation, id, request);
  const job: NewJob = {
    id,
    owner: request.owner ?? null,
    operation: operation.name,
    options: checked.options,
    secrets: checked.secrets,
    limits: request.limits ?? {},
    createdAt: clock.now(),
    correlationId: request.correlationId ?? newId(),
    requestHash: request.requestHash ?? null,
    inputs,
    warnings: request.warnings ?? [],
  };
  const record = await insert(options, job);
  if (record.inputs[0]?.key !== inputs[0]?.key) {
    // Somebody else submitted under this id in the meantime: theirs stands.
    await removeInputs(options, inputs);
    return sameRequest(record, request);
  }
  await queue.enqueue(queuedItem(options, record)).catch((error: unknown) => {
    logger.warn({ err: error, jobId: id }, 'the queue did not take a job; the sweep will enqueue it');
  });
  events.emit('job-queued', record);
  return record;
}

export function findOperation(options: Pick<ResolvedOptions, 'operations'>, name: string): Operation {
  const operation = options.operations.get(name);
  if (operation !== undefined) return operation;
  throw new ConversionError('SERVICE_UNAVAILABLE', `No engine for the operation "${name}" is installed`, {
    details: { reason: 'unknown_operation' },
  });
}

/** Removes the inputs of a job, whatever state they are in. */
export async function removeInputs({ blobs, logger }: ResolvedOptions, inputs: readonly StoredFile[]): Promise<void> {
  for (const { key } of inputs) {
    await blobs.remove(key).catch((error: unknown) => logger.warn({ err: error, key }, 'an input was not removed'));
  }
}

function sameRequest(known: JobRecord, request: SubmitRequest): JobRecord {
  const same = known.owner === (request.owner ?? null) && known.requestHash === (request.requestHash ?? null);
  if (same) return known;
  throw new ConversionError('IDEMPOTENCY_CONFLICT', 'Another request was already sent under this idempotency key');
}

/** What the queue is told of a job. */
export function queuedItem({ limits }: ResolvedOptions, job: JobRecord): QueuedItem {
  const { maxRunningPerOwner } = { ...limits, ...job.limits };
  return { jobId: job.id, owner: job.owner, maxDelivered: job.owner === null ? null : maxRunningPerOwner };
}

async function checkQueue({ queue, jobs, maxQueued, limits }: ResolvedOptions, request: SubmitRequest): Promise<void> {
  const queued = await queue.size();
  if (queued >= maxQueued) throw queueFull('jobs are waiting', queued, maxQueued);
  const { maxQueuedPerOwner } = { ...limits, ...request.limits };
  if (maxQueuedPerOwner === null || typeof request.owner !== 'string') return;
  const own = (await jobs.count(request.owner)).queued;
  if (own >= maxQueuedPerOwner) throw queueFull('of your jobs are waiting', own, maxQueuedPerOwner);
}

function queueFull(what: string, queued: number, limit: number): ConversionError {
  return new ConversionError(
    'SERVICE_UNAVAILABLE',
    `${queued} ${what}, and no more than ${limit} may; try again later`,
    { details: { reason: 'queue_full', queued, limit } },
  );
}

async function storeInputs(
  options: ResolvedOptions,
  staging: StagingArea,
  operation: Operation,
  jobId: string,
  request: SubmitRequest,
): Promise<readonly StoredFile[]> {
  await using folder = await staging.create();
  const staged = await stageInputs(request.inputs, operation, { ...options.limits, ...request.limits }, folder.path);
  const submission = randomUUID();
  const stored: StoredFile[] = [];
  try {
    for (const [index, input] of staged.entries()) {
      stored.push(await storeInput(options, staging, jobKeys.input(jobId, submission, index), input));
    }
  } catch (error) {
    await removeInputs(options, stored);
    throw error;
  }
  return stored;
}

/** A file of the engine's own staging area is moved; one of the caller's stays where it is and is copied. */
async function storeInput(
  { blobs }: ResolvedOptions,
  staging: StagingArea,
  key: string,
  { path, fileName, mediaType }: TaskInput,
): Promise<StoredFile> {
  const { sizeBytes } = staging.owns(path)
    ? await blobs.adopt(key, path)
    : await blobs.put(key, createReadStream(path));
  return { key, fileName, mediaType, sizeBytes };
}

async function insert(options: ResolvedOptions, job: NewJob): Promise<JobRecord> {
  try {
    return await options.jobs.insert(job);
  } catch (error) {
    await removeInputs(options, job.inputs);
    throw error;
  }
}
