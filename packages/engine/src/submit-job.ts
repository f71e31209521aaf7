import {
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
  type SubmitRequest,
} from '@platen/core';
import { activeTraceparent, checkOptions, isJobId, parseTraceparent, webhookUrlRefused } from '@platen/core/internal';
import { removeFiles } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findOperation } from './find-operation.ts';
import { insertBounds, refused } from './insert-bounds.ts';
import type { JobEvents } from './job-events.ts';
import { isOutage } from './outage.ts';
import { enqueue } from './queue-items.ts';
import type { StoreHealth } from './store-health.ts';
import { checkStored, type InputParts, storeInputs } from './store-inputs.ts';

/** Where jobs and their inputs are stored, and what is checked before. */
export interface SubmitParts
  extends InputParts,
    Pick<ResolvedOptions, 'operations' | 'queue' | 'maxQueued' | 'jobWebhooks' | 'newId'> {
  readonly events: JobEvents;
  /** Takes note of whether jobs can be stored. */
  readonly watchWrite: StoreHealth['watch'];
  /** Rejects while no node runs the operation. */
  readonly checkWorkers: (operation: string) => Promise<void>;
}

/**
 * Stores the inputs, then records the job, then enqueues it: in this order nothing accepted can be lost. An input that
 * is still being read when the engine stops is abandoned.
 */
export async function submitJob(parts: SubmitParts, request: SubmitRequest | CheckedSubmitRequest): Promise<JobRecord> {
  const { jobs, newId, events } = parts;
  const operation = findOperation(parts, request.operation);
  const id = request.jobId ?? newId();
  if (!isJobId(id)) throw new TypeError(`newId returned ${String(id)}, which cannot be the id of a job`);
  const known = mayBeKnown(request) ? await jobs.get(id) : null;
  // Nothing is stored beside the known job: if it is purged right now, its folder is removed with everything in it.
  if (known !== null) return sameRequest(known, request);
  await parts.checkWorkers(operation.name);

  const webhookUrl = checkedUrl(parts, request);
  const checked = await checkedOptions(operation, request);
  const begunAt = performance.now();
  const inputs = await storeInputs(parts, operation, id, { ...request, checked });
  await checkStored(parts, inputs, begunAt);
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
  const result = await insert(parts, job, insertBounds(parts, request));
  if (result.kind === 'inserted') {
    if (!jobs.enqueues) await enqueue(parts, [queueItem(result.job, result.ownerQueued)]);
    events.emit('job-queued', result.job);
    return result.job;
  }
  await removeFiles(parts, inputs);
  if (result.kind === 'known') return sameRequest(result.job, request);
  throw refused(result);
}

/** Whether a job with this id may exist: not for an id generated for this upload. */
function mayBeKnown(request: SubmitRequest | CheckedSubmitRequest): boolean {
  return request.jobId !== undefined && (!('staged' in request) || request.requestHash !== undefined);
}

/** A URL is accepted only where webhooks are sent. */
function checkedUrl(
  { jobWebhooks }: Pick<SubmitParts, 'jobWebhooks'>,
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

/** A store that did not answer in time may still be processing the request: it is asked again after this time. */
const doubtMs = 15_000;

/**
 * An insertion whose answer was lost may have been committed, or may still be: then the job exists and needs its files.
 * While the store does not answer they are kept, for the sweep to decide.
 */
async function insert(parts: SubmitParts, job: NewJob, bounds: InsertBounds): Promise<InsertResult> {
  const { jobs } = parts;
  try {
    return await parts.watchWrite(jobs.insert(job, bounds));
  } catch (error) {
    const known = await jobs.get(job.id).catch(() => undefined); // Undefined: the store does not answer.
    if (known?.inputs[0]?.key === job.inputs[0]?.key && known != null) {
      return { kind: 'inserted', job: known, ownerQueued: 0 };
    }
    if (known === null && !isOutage(error)) await removeFiles(parts, job.inputs);
    else setTimeout(() => void removeUnlessInserted(parts, job), doubtMs).unref();
    throw error;
  }
}

/** Never rejects. If the process ends meanwhile, the sweep finds what is left. */
async function removeUnlessInserted(parts: SubmitParts, { id, inputs }: NewJob): Promise<void> {
  const known = await parts.jobs.get(id).catch(() => undefined);
  if (known === null) await removeFiles(parts, inputs);
}
