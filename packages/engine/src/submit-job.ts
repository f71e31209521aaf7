import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type BlobStore,
  type CheckedOptions,
  type CheckedSubmitRequest,
  ConversionError,
  type InsertBounds,
  type InsertResult,
  invalidRequest,
  type JobRecord,
  type NewJob,
  type Operation,
  queueItem,
  type Refusal,
  type StoredFile,
  type SubmitRequest,
  storageUnavailable,
} from '@platen/core';
import { hashFile } from '@platen/core/fs';
import {
  activeTraceparent,
  checkLimits,
  checkOptions,
  counted,
  isJobId,
  isJobOutput,
  mapBounded,
  parseTraceparent,
  perFileProblems,
  webhookUrlRefused,
} from '@platen/core/internal';
import { removeFiles } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findOperation } from './find-operation.ts';
import type { JobEvents } from './job-events.ts';
import { jobKeys } from './job-keys.ts';
import { withJobOutputs } from './job-outputs.ts';
import { leaveRoom, roomBytes } from './leave-room.ts';
import { nodeTtlMs } from './node-report.ts';
import { isOutage } from './outage.ts';
import { enqueue } from './queue-items.ts';
import { stageInputs } from './stage-inputs.ts';
import type { StagingArea } from './staging-area.ts';
import type { StoreHealth } from './store-health.ts';
import { takeStreams } from './take-streams.ts';

/** Options of the engine, and who takes note of whether jobs can be stored. */
type SubmitOptions = ResolvedOptions & { readonly watchWrite: StoreHealth['watch'] };

/**
 * Stores the inputs, then records the job, then enqueues it: in this order nothing accepted can be lost. An input that
 * is still being read when the engine stops is abandoned.
 */
export async function submitJob(
  options: SubmitOptions,
  staging: StagingArea,
  events: JobEvents,
  request: SubmitRequest | CheckedSubmitRequest,
  checkWorkers: (operation: string) => Promise<void>,
  stopping: AbortSignal,
): Promise<JobRecord> {
  const { jobs, newId } = options;
  const operation = findOperation(options, request.operation);
  const id = request.jobId ?? newId();
  if (!isJobId(id)) throw new TypeError(`newId returned ${String(id)}, which cannot be the id of a job`);
  const known = mayBeKnown(request) ? await jobs.get(id) : null;
  // Nothing is stored beside the known job: if it is purged right now, its folder is removed with everything in it.
  if (known !== null) return sameRequest(known, request);
  await checkWorkers(operation.name);

  const webhookUrl = checkedUrl(options, request);
  const checked = await checkedOptions(operation, request);
  const begunAt = performance.now();
  const inputs = await storeInputs(options, staging, operation, id, { ...request, checked }, stopping);
  await checkStored(options, staging, inputs, begunAt);
  const job: NewJob = {
    id,
    ownerId: request.ownerId ?? null,
    keyId: request.keyId ?? null,
    operation: operation.name,
    options: checked.options,
    secrets: checked.secrets,
    webhookUrl,
    limits: request.limits ?? {},
    correlationId: request.correlationId ?? newId(),
    traceparent: request.traceparent === undefined ? activeTraceparent() : parseTraceparent(request.traceparent),
    requestHash: request.requestHash ?? null,
    inputs,
    warnings: [...(request.warnings ?? []), ...checked.warnings],
  };
  const result = await insert(options, job, boundsOf(options, request));
  if (result.kind === 'inserted') {
    if (!jobs.enqueues) await enqueue(options, [queueItem(result.job, result.ownerQueued)]);
    events.emit('job-queued', result.job);
    return result.job;
  }
  await removeFiles(options, inputs);
  if (result.kind === 'known') return sameRequest(result.job, request);
  throw refused(result);
}

/** Whether a job with this id may exist: not for an id generated for this upload. */
function mayBeKnown(request: SubmitRequest | CheckedSubmitRequest): boolean {
  return request.jobId !== undefined && (!('staged' in request) || request.requestHash !== undefined);
}

/** The bounds that inserting a job must respect. */
export function boundsOf(
  options: ResolvedOptions,
  request: Pick<SubmitRequest, 'limits' | 'quotaPerMonth'>,
): InsertBounds {
  const { maxQueuedPerOwner } = { ...options.limits, ...request.limits };
  return { quotaPerMonth: request.quotaPerMonth ?? null, maxQueued: options.maxQueued, maxQueuedPerOwner };
}

/** The error for a refused submission. */
export function refused(refusal: Refusal): ConversionError {
  if (refusal.kind === 'quota_exceeded') {
    const { limit, used, resetsAt } = refusal;
    return new ConversionError('QUOTA_EXCEEDED', `The quota of ${counted(limit, 'job')} a month is used up`, {
      details: { limit, used, resetsAt: new Date(resetsAt).toISOString() },
    });
  }
  const { of, queued, limit } = refusal;
  const what = of === 'all' ? 'jobs are waiting' : 'of your jobs are waiting';
  return new ConversionError(
    'SERVICE_UNAVAILABLE',
    `${queued} ${what}, and no more than ${limit} may; try again later`,
    { details: { reason: 'queue_full', queued, limit } },
  );
}

/** A URL is accepted only where webhooks are sent. */
function checkedUrl(
  { jobWebhooks }: ResolvedOptions,
  { webhookUrl, ownerId = null }: Pick<SubmitRequest, 'webhookUrl' | 'ownerId'>,
): string | null {
  if (webhookUrl === undefined) return null;
  const problem =
    jobWebhooks === null
      ? webhookUrlRefused
      : ownerId === null
        ? 'needs an ownerId: the secret of an owner signs what is sent'
        : jobWebhooks.findUrlProblem(webhookUrl);
  if (problem !== null) throw invalidRequest([{ field: 'webhookUrl', problem }]);
  return webhookUrl;
}

function sameRequest(known: JobRecord, request: SubmitRequest | CheckedSubmitRequest): JobRecord {
  const same = known.ownerId === (request.ownerId ?? null) && known.requestHash === (request.requestHash ?? null);
  if (same) return known;
  throw new ConversionError('IDEMPOTENCY_CONFLICT', 'Another request was already sent under this idempotency key');
}

async function checkedOptions(
  operation: Operation,
  request: SubmitRequest | CheckedSubmitRequest,
): Promise<CheckedOptions> {
  return 'checked' in request ? request.checked : checkOptions(operation, { ...request.options });
}

/** A file to be stored, and whether the store may move it. */
interface InputFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** In hex; null when it was not computed yet. */
  readonly sha256: string | null;
  readonly isOurs: boolean;
}

async function storeInputs(
  options: ResolvedOptions,
  staging: StagingArea,
  operation: Operation,
  jobId: string,
  request: (SubmitRequest | CheckedSubmitRequest) & { readonly checked: CheckedOptions },
  stopping: AbortSignal,
): Promise<readonly StoredFile[]> {
  const uploads = 'staged' in request ? request.staged.flatMap((file) => (isJobOutput(file) ? [] : [file])) : [];
  if ('staged' in request && uploads.length === request.staged.length) {
    return storeAll(
      options,
      jobId,
      uploads.map((file) => ({ ...file, isOurs: true })),
    );
  }
  await using folder = await staging.create();
  const limits = { ...options.limits, ...checkLimits(request.limits) };
  const given =
    'staged' in request
      ? request.staged.map((file) => (isJobOutput(file) ? file : { fileName: file.fileName, data: file.path }))
      : request.inputs;
  const inputs = await withJobOutputs(options, request.ownerId ?? null, given);
  const problems = perFileProblems(operation, request.checked.options, inputs.length);
  if (problems.length > 0) throw invalidRequest(problems);
  using _streams = takeStreams(inputs);
  const staged = await stageInputs(inputs, operation, limits, { folder: folder.path, signal: stopping });
  const digests = new Map(uploads.map(({ path, sha256 }) => [path, sha256]));
  const files = staged.map((file) => ({
    ...file,
    sha256: digests.get(file.path) ?? null,
    isOurs: staging.owns(file.path),
  }));
  // Awaited here: the folder must outlive it.
  return await storeAll(options, jobId, files);
}

/** Files of one submission that are stored concurrently. */
const storeConcurrency = 4;

async function storeAll(
  options: ResolvedOptions,
  jobId: string,
  files: readonly InputFile[],
): Promise<readonly StoredFile[]> {
  const { blobs, nodeId } = options;
  const submission = randomUUID().slice(0, 8);
  const stored: StoredFile[] = [];
  try {
    return await mapBounded(files, storeConcurrency, async (input, index) => {
      const { fileName, mediaType, sizeBytes } = input;
      const file = { key: jobKeys.input(jobId, nodeId, submission, index), fileName, mediaType, sizeBytes };
      stored.push(file);
      return { ...file, sha256: await storeInput(blobs, file.key, input) };
    });
  } catch (error) {
    const removal = removeFiles(options, stored);
    // Not awaited: a store that is down takes as long to refuse this too.
    if (!isOutage(error)) await removal;
    throw error;
  }
}

/** Stores a file and resolves to its SHA-256: that of the upload, or of the bytes on their way. */
async function storeInput(blobs: BlobStore, key: string, input: InputFile): Promise<string> {
  const { path, sizeBytes } = input;
  if (input.isOurs) {
    const sha256 = input.sha256 ?? (await hashFile(path));
    await blobs.adopt(key, path, { sizeBytes });
    return sha256;
  }
  const hash = createHash('sha256');
  // A store that starts reading late finds the error in the stream; until then it must not end the process.
  const body = Readable.from(hashedBytes(path, hash), { objectMode: false }).on('error', () => {});
  await blobs.put(key, body, { sizeBytes });
  return hash.digest('hex');
}

async function* hashedBytes(path: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}

/**
 * Whether the inputs are there and the disk bears them. A node that was paused for long counted as dead meanwhile: the
 * sweep may have removed the files it had stored.
 */
async function checkStored(
  options: ResolvedOptions,
  staging: StagingArea,
  inputs: readonly StoredFile[],
  begunAt: number,
): Promise<void> {
  try {
    await leaveRoom(staging.path, roomBytes.besideInputs);
    if (performance.now() - begunAt < nodeTtlMs) return;
    for (const { key } of inputs) {
      if ((await options.blobs.stat(key)) === null)
        throw storageUnavailable(new Error(`removed while this node was paused: ${key}`));
    }
  } catch (error) {
    await removeFiles(options, inputs);
    throw error;
  }
}

/** A store that did not answer in time may still be processing the request: it is asked again after this time. */
const doubtMs = 15_000;

/**
 * An insertion whose answer was lost may have been committed, or may still be: then the job exists and needs its files.
 * While the store does not answer they are kept, for the sweep to decide.
 */
async function insert(options: SubmitOptions, job: NewJob, bounds: InsertBounds): Promise<InsertResult> {
  const { jobs } = options;
  try {
    return await options.watchWrite(jobs.insert(job, bounds));
  } catch (error) {
    const known = await jobs.get(job.id).catch(() => undefined); // Undefined: the store does not answer.
    if (known?.inputs[0]?.key === job.inputs[0]?.key && known != null) {
      return { kind: 'inserted', job: known, ownerQueued: 0 };
    }
    if (known === null && !isOutage(error)) await removeFiles(options, job.inputs);
    else setTimeout(() => void removeUnlessInserted(options, job), doubtMs).unref();
    throw error;
  }
}

/** Never rejects. If the process ends meanwhile, the sweep finds what is left. */
async function removeUnlessInserted(options: ResolvedOptions, { id, inputs }: NewJob): Promise<void> {
  const known = await options.jobs.get(id).catch(() => undefined);
  if (known === null) await removeFiles(options, inputs);
}
