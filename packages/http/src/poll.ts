import type { JobRecord, Principal } from '@platen/core';
import { totalBytes } from '@platen/core/internal';
import type { ErrorBody } from './error-reply.ts';
import { absoluteUrl, type Exchange } from './exchange.ts';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import type { LinkSigner } from './link-signer.ts';
import { findOwnJob } from './own-job.ts';
import type { Surface } from './surface-options.ts';

/** Answers `GET /api/v1/jobs/{jobId}`. */
export function createPollHandler(surface: Surface, links: LinkSigner) {
  return async (exchange: Exchange, principal: Principal, jobId: string): Promise<HttpReply> => {
    const job = await findOwnJob(surface, principal, jobId);
    switch (job.state) {
      case 'queued':
      case 'processing':
        return jsonReply(200, { jobId, status: 'processing', progress: job.progress }, { 'Retry-After': '1' });
      case 'completed':
        return jsonReply(200, {
          ...describeEnd(job),
          outputs: mintOutputs(surface, exchange, links, principal, job),
          ...sizes(surface, job),
          ...warnings(job),
        });
      case 'failed':
        return jsonReply(200, { ...describeEnd(job), error: describeError(job), ...warnings(job) });
      case 'cancelled':
        return jsonReply(200, { ...describeEnd(job), ...warnings(job) });
    }
  };
}

function describeEnd({ id, state, progress, durationMs }: JobRecord) {
  return { jobId: id, status: state, progress, durationMs };
}

/** The outputs with a fresh link each, which never outlives the file. */
function mintOutputs(
  { clock, linkTtlMs, publicUrl }: Surface,
  exchange: Exchange,
  links: LinkSigner,
  { keyId }: Principal,
  job: JobRecord,
) {
  const expiresAt = Math.min(clock.now() + linkTtlMs, job.purgeAt ?? Number.POSITIVE_INFINITY);
  return job.outputs.map(({ fileName, sizeBytes, mediaType }, outputIndex) => {
    const token = links.sign({ keyId, jobId: job.id, jobCreatedAt: job.createdAt, outputIndex, expiresAt });
    return {
      fileName,
      sizeBytes,
      contentType: mediaType,
      downloadUrl: absoluteUrl(exchange, publicUrl, `/api/download/${token}`).href,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });
}

function describeError({ error, correlationId }: JobRecord): ErrorBody {
  const { code, message, details } = error ?? {
    code: 'PROCESSING_FAILED',
    message: 'The conversion failed',
    details: {},
  };
  return { code, message, correlationId, details };
}

/** Bytes before and after, of an operation that is about them. */
function sizes({ engine }: Surface, { operation, inputs, outputs }: JobRecord) {
  if (engine.operations.get(operation)?.tellsSizes !== true) return {};
  return { inputBytes: totalBytes(inputs), outputBytes: totalBytes(outputs) };
}

function warnings({ warnings }: JobRecord) {
  return warnings.length === 0 ? {} : { warnings };
}
