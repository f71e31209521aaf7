import { randomUUID } from 'node:crypto';
import {
  ConversionError,
  type JobRecord,
  type Limits,
  type Operation,
  type Principal,
  type StagingFolder,
} from '@platen/core';
import {
  activeTraceparent,
  isJobOutput,
  type OptionFields,
  parseTraceparent,
  readOptionFields,
} from '@platen/core/internal';
import { expectStillValid } from './authenticate.ts';
import { type BodyLimit, bodyAlreadyRead, bodyLimit, checkContentLength } from './body-limit.ts';
import { checkForm } from './check-form.ts';
import { absoluteUrl, type Exchange, readHeader } from './exchange.ts';
import { takesFrom } from './from-field.ts';
import type { HttpReply } from './http-message.ts';
import {
  createReceivingSet,
  hashRequest,
  idempotentJobId,
  type ReceivingSet,
  readIdempotencyKey,
} from './idempotency.ts';
import { jsonReply } from './json-reply.ts';
import { findOwnJob } from './own-job.ts';
import { checkQuota, quotaLimit } from './quota.ts';
import { receiveUpload } from './receive-upload.ts';
import { checkScope } from './scope.ts';
import type { Surface } from './surface-options.ts';

/** What answering a submission needs to know. */
interface Submission {
  readonly surface: Surface;
  readonly exchange: Exchange;
  readonly principal: Principal;
  readonly operation: Operation;
  readonly fields: OptionFields;
  readonly bounds: Bounds;
  readonly jobId: string;
  /** Whether the job id comes from an `Idempotency-Key`. */
  readonly isIdempotent: boolean;
  /** Aborts when the upload is waited for no longer. */
  readonly givingUp: AbortSignal;
}

/** The limits for submissions with one key to one operation. */
interface Bounds {
  readonly limits: Limits;
  /** Those of them that differ from the engine's. */
  readonly ownLimits: Partial<Limits>;
  readonly maxFiles: number;
  readonly bodyLimit: BodyLimit;
}

/** Answers `POST /api/v1/<operation>`: 202 once the upload is stored and the job recorded. */
export function createSubmitHandler(surface: Surface, operation: Operation, givingUp: AbortSignal) {
  const fields = readOptionFields(operation);
  const receiving = createReceivingSet();
  return async (exchange: Exchange, principal: Principal): Promise<HttpReply> => {
    checkScope(principal, operation.name);
    checkBody(exchange);
    const bounds = boundsOf(surface, principal, operation);
    checkContentLength(exchange, bounds.bodyLimit);
    const key = readIdempotencyKey(exchange);
    const jobId = key === null ? randomUUID() : idempotentJobId(principal, operation.name, key);
    const isIdempotent = key !== null;
    return answerOnce(
      { surface, exchange, principal, operation, fields, bounds, jobId, isIdempotent, givingUp },
      receiving,
    );
  };
}

async function answerOnce(submission: Submission, receiving: ReceivingSet): Promise<HttpReply> {
  const { surface, exchange, jobId, isIdempotent } = submission;
  using _ = receiving.enter(jobId);
  const known = isIdempotent ? await surface.engine.get(jobId) : null;
  const isReplay = await receiveAndSubmit(submission, known);
  return acceptedReply(surface, exchange, jobId, isReplay);
}

/**
 * `known` is the job of an earlier request under the same idempotency key. True when it is the answer to this one as
 * well; one whose outputs were damaged is removed, and the request runs again under its id.
 */
async function receiveAndSubmit(submission: Submission, known: JobRecord | null): Promise<boolean> {
  const { surface, exchange, principal, operation, fields, bounds, jobId, isIdempotent, givingUp } = submission;
  const { engine } = surface;
  // The span of this request, where the host traces its own; else the one of the client.
  const traceparent = activeTraceparent() ?? parseTraceparent(readHeader(exchange.request, 'traceparent'));
  const { limits, ownLimits, maxFiles, bodyLimit } = bounds;
  const folder = await openStaging(submission, known);
  try {
    const upload = await receiveUpload(exchange.request.message, {
      operation,
      limits,
      maxFiles,
      bodyLimit,
      takesFrom: takesFrom(fields),
      folder: folder.path,
      givingUp,
    });
    await expectStillValid(surface, exchange, principal);
    const { checked, sent, warnings, webhookUrl } = await checkForm(upload, {
      operation,
      fields,
      maxFiles,
      webhooks: engine.jobWebhooks,
    });
    const content = { operation: operation.name, sent, checked, files: upload.files, webhookUrl };
    const requestHash = isIdempotent ? hashRequest(surface.linkSecrets, content, known) : undefined;
    const isReplay = known !== null && !(known.requestHash === requestHash && isDamaged(known));
    // A request that was accepted stays so, whatever became of the jobs that it names.
    if (!isReplay)
      for (const { jobId: id } of upload.files.filter(isJobOutput)) await findOwnJob(surface, principal, id);
    if (known !== null && !isReplay) await engine.remove(known.id);
    await engine.submit({
      operation: operation.name,
      staged: upload.files,
      checked,
      ownerId: principal.ownerId,
      keyId: principal.keyId,
      quotaPerMonth: quotaLimit(surface, principal),
      correlationId: exchange.correlationId,
      ...(traceparent === null ? {} : { traceparent }),
      jobId,
      warnings,
      limits: ownLimits,
      ...(webhookUrl === null ? {} : { webhookUrl }),
      ...(requestHash === undefined ? {} : { requestHash }),
    });
    // The engine has taken the files: only an empty folder is left, and the answer does not wait for its removal.
    void removeStaging(submission, folder);
    return isReplay;
  } catch (error) {
    // A client that is told that the disk is full may try again at once: by then its files are gone.
    await removeStaging(submission, folder);
    throw error;
  }
}

function isDamaged({ outputs }: JobRecord): boolean {
  return outputs.some((output) => output.isDamaged === true);
}

/** Checks whether another job may be accepted and creates the folder for its files, concurrently. */
async function openStaging(submission: Submission, known: JobRecord | null): Promise<StagingFolder> {
  const { surface } = submission;
  const [folder, standing] = await Promise.allSettled([
    surface.engine.stage(),
    known === null ? checkStanding(submission) : null,
  ]);
  if (folder.status === 'rejected') throw standing.status === 'rejected' ? standing.reason : folder.reason;
  if (standing.status === 'fulfilled') return folder.value;
  await removeStaging(submission, folder.value);
  throw standing.reason;
}

/** Never rejects. */
async function removeStaging({ surface, jobId }: Submission, folder: StagingFolder): Promise<void> {
  try {
    await folder[Symbol.asyncDispose]();
  } catch (error) {
    surface.logger.warn({ err: error, jobId }, 'the folder of an upload was not removed');
  }
}

/** Exactly the body of the interface; the same one again when the request is. */
function acceptedReply(surface: Surface, exchange: Exchange, jobId: string, isReplay: boolean): HttpReply {
  const statusUrl = absoluteUrl(exchange, surface.publicUrl, `/api/v1/jobs/${jobId}`);
  return jsonReply(
    202,
    { jobId, status: 'processing', statusUrl: statusUrl.href },
    {
      Location: statusUrl.pathname,
      'Retry-After': '1',
      ...(isReplay ? { 'Idempotent-Replayed': 'true' } : {}),
    },
  );
}

function boundsOf({ engine, limits: hostLimits }: Surface, principal: Principal, { files }: Operation): Bounds {
  const ownLimits = { ...hostLimits, ...pickLimits(principal, engine.limits) };
  const limits = { ...engine.limits, ...ownLimits };
  const maxFiles = Math.min(files.max ?? limits.maxFiles, limits.maxFiles);
  return { limits, ownLimits, maxFiles, bodyLimit: bodyLimit(limits, maxFiles) };
}

/**
 * Rejects a body that is not a multipart form, is compressed, or was already read by a parser of the host, before
 * anything else is done.
 */
function checkBody({ request, replyHeaders }: Exchange): void {
  const contentType = readHeader(request, 'content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new ConversionError('UNSUPPORTED_FORMAT', 'The request must be a multipart/form-data upload', {
      details: { detected: contentType.split(';')[0]?.trim() || null, accepted: ['multipart/form-data'] },
    });
  }
  const codings = [
    ...codingsOf(readHeader(request, 'content-encoding'), 'identity'),
    ...codingsOf(readHeader(request, 'transfer-encoding'), 'chunked'),
  ];
  if (codings.length > 0) {
    replyHeaders['Accept-Encoding'] = 'identity';
    throw new ConversionError('UNSUPPORTED_FORMAT', 'Compressed requests are not supported: send it as it is', {
      details: { detected: codings.join(', '), accepted: ['identity'] },
    });
  }
  if (request.message.readableDidRead) throw bodyAlreadyRead('The upload');
}

/** The codings of a body, except the one that leaves it readable. */
function codingsOf(header: string | null, readable: string): readonly string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== readable);
}

/**
 * Refuses early, before the client sends its files, what could not be accepted afterwards. The submission itself
 * decides.
 */
async function checkStanding({ surface, principal, operation }: Submission): Promise<void> {
  await surface.engine.checkWorkers(operation.name);
  const standing = await surface.engine.standing(principal.ownerId);
  if (standing.queued >= surface.engine.maxQueued) {
    throw new ConversionError('SERVICE_UNAVAILABLE', 'Too many jobs are waiting; try again later', {
      details: { reason: 'queue_full' },
    });
  }
  checkQuota(surface, principal, standing);
}

/** The limits of a key that the engine knows too. */
function pickLimits({ limits }: Principal, known: Limits): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([name, value]) => name in known && value !== undefined));
}
