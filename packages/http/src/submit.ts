import { randomUUID } from 'node:crypto';
import {
  ConversionError,
  type Limits,
  type Operation,
  type OptionFields,
  type Principal,
  readOptionFields,
} from '@platen/core';
import { checkForm } from './check-form.ts';
import { absoluteUrl, type Exchange, readHeader } from './exchange.ts';
import type { HttpReply } from './http-message.ts';
import {
  createReceivingSet,
  hashRequest,
  idempotentJobId,
  type ReceivingSet,
  readIdempotencyKey,
} from './idempotency.ts';
import { jsonReply } from './json-reply.ts';
import { releaseQuota, reserveQuota } from './quota.ts';
import { receiveUpload } from './receive-upload.ts';
import type { Surface } from './surface-options.ts';

/** What answering a submission needs to know. */
interface Submission {
  readonly surface: Surface;
  readonly exchange: Exchange;
  readonly principal: Principal;
  readonly operation: Operation;
  readonly fields: OptionFields;
  readonly jobId: string;
  /** Whether the job id comes from an `Idempotency-Key`. */
  readonly isIdempotent: boolean;
}

/** Answers `POST /api/v1/<operation>`: 202 once the upload is stored and the job recorded. */
export function createSubmitHandler(surface: Surface, operation: Operation) {
  const fields = readOptionFields(operation);
  const receiving = createReceivingSet();
  return async (exchange: Exchange, principal: Principal): Promise<HttpReply> => {
    checkScope(principal, operation);
    checkBody(exchange);
    const key = readIdempotencyKey(exchange);
    const jobId = key === null ? randomUUID() : idempotentJobId(principal, operation.name, key);
    const submission = { surface, exchange, principal, operation, fields, jobId, isIdempotent: key !== null };
    return answerOnce(submission, receiving);
  };
}

async function answerOnce(submission: Submission, receiving: ReceivingSet): Promise<HttpReply> {
  const { surface, exchange, principal, jobId, isIdempotent } = submission;
  using _ = receiving.enter(jobId);
  const isReplay = isIdempotent && (await surface.engine.get(jobId)) !== null;
  if (!isReplay) {
    await checkCapacity(surface);
    await reserveQuota(surface, principal, jobId);
  }
  try {
    await receiveAndSubmit(submission);
  } catch (error) {
    if (!isReplay) await releaseUnlessSubmitted(surface, jobId);
    throw error;
  }
  return acceptedReply(surface, exchange, jobId, isReplay);
}

async function receiveAndSubmit(submission: Submission): Promise<void> {
  const { surface, exchange, principal, operation, fields, jobId, isIdempotent } = submission;
  const { engine } = surface;
  const ownLimits = { ...surface.limits, ...pickLimits(principal, engine.limits) };
  const limits = { ...engine.limits, ...ownLimits };
  const maxFiles = Math.min(operation.files.max ?? limits.maxFiles, limits.maxFiles);
  await using folder = await engine.stage();
  const upload = await receiveUpload(exchange.request.message, {
    operation,
    limits,
    maxFiles,
    folder: folder.path,
    hashContent: isIdempotent,
  });
  const { options, warnings } = await checkForm(operation, fields, upload, maxFiles);
  await engine.submit({
    operation: operation.name,
    inputs: upload.files.map(({ fileName, path }) => ({ fileName, data: path })),
    options,
    owner: principal.id,
    correlationId: exchange.correlationId,
    jobId,
    warnings,
    limits: ownLimits,
    ...(isIdempotent ? { requestHash: hashRequest(operation.name, options, upload.files) } : {}),
  });
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

function checkScope({ scopes }: Principal, { name }: Operation): void {
  if (scopes === null || scopes.includes(name)) return;
  throw new ConversionError('FORBIDDEN', `This API key may not call ${name}`, { details: { scope: name } });
}

/** Rejects what is no multipart form, and a form that a parser of the host has taken already, before anything is done. */
function checkBody({ request }: Exchange): void {
  const contentType = readHeader(request, 'content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new ConversionError('UNSUPPORTED_FORMAT', 'The request must be a multipart/form-data upload', {
      details: { detected: contentType.split(';')[0]?.trim() || null, accepted: ['multipart/form-data'] },
    });
  }
  if (!request.message.readableDidRead) return;
  throw new ConversionError(
    'SERVICE_UNAVAILABLE',
    'The upload was read by a body parser of the host application before Platen saw it: mount Platen before multer or any other multipart parser, or keep that parser off the paths of Platen',
    { details: { reason: 'body_already_read' } },
  );
}

/** Says that the engine takes nothing before the client sends its files, not after. */
async function checkCapacity({ engine }: Surface): Promise<void> {
  const { state, queued, maxQueued } = await engine.status();
  if (state === 'draining' || state === 'stopped') {
    throw new ConversionError('SERVICE_UNAVAILABLE', 'The service is shutting down', {
      details: { reason: 'draining' },
    });
  }
  if (queued >= maxQueued) {
    throw new ConversionError('SERVICE_UNAVAILABLE', 'Too many jobs are waiting; try again later', {
      details: { reason: 'queue_full' },
    });
  }
}

/** A submission may fail because another process has just accepted the same one: then the unit is the job's. */
async function releaseUnlessSubmitted(surface: Surface, jobId: string): Promise<void> {
  const job = await surface.engine.get(jobId).catch(() => null);
  if (job === null) await releaseQuota(surface, jobId);
}

/** The limits of a key that the engine knows too. */
function pickLimits({ limits }: Principal, known: Limits): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([name, value]) => name in known && value !== undefined));
}
