import { ConversionError, type JobRecord, type Principal } from '@platen/core';
import type { ErrorBody } from './error-reply.ts';
import { absoluteUrl, type Exchange } from './exchange.ts';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import type { LinkSigner } from './link-signer.ts';
import { releaseQuota } from './quota.ts';
import type { Surface } from './surface-options.ts';

const jobIdPattern = /^[\w-]{1,64}$/;

/** Answers `GET /api/v1/jobs/{jobId}`. An unknown job, another key's and a purged one are told alike: `JOB_NOT_FOUND`. */
export function createPollHandler(surface: Surface, links: LinkSigner) {
  return async (exchange: Exchange, principal: Principal, jobId: string): Promise<HttpReply> => {
    const job = jobIdPattern.test(jobId) ? await surface.engine.get(jobId) : null;
    if (job === null || job.owner !== principal.id) {
      throw new ConversionError('JOB_NOT_FOUND', 'There is no such job');
    }
    // Another process may have run it, one without a surface, or one that died before it gave the unit back.
    if (job.state === 'failed' || job.state === 'cancelled') await releaseQuota(surface, jobId);
    switch (job.state) {
      case 'queued':
      case 'processing':
        return jsonReply(200, { jobId, status: 'processing', progress: job.progress }, { 'Retry-After': '1' });
      case 'completed':
        return jsonReply(200, {
          ...describeEnd(job),
          outputs: mintOutputs(surface, exchange, links, job),
          ...warnings(job),
        });
      case 'failed':
        return jsonReply(200, { ...describeEnd(job), error: describeError(job), ...warnings(job) });
      case 'cancelled':
        return jsonReply(200, { ...describeEnd(job), ...warnings(job) });
    }
  };
}

function describeEnd({ id, state, progress, startedAt, finishedAt }: JobRecord) {
  const durationMs = startedAt === null || finishedAt === null ? 0 : Math.max(0, Math.round(finishedAt - startedAt));
  return { jobId: id, status: state, progress, durationMs };
}

/** The outputs with a fresh link each, which never outlives the file. */
function mintOutputs({ clock, linkTtlMs, publicUrl }: Surface, exchange: Exchange, links: LinkSigner, job: JobRecord) {
  const expiresAt = Math.min(clock.now() + linkTtlMs, job.purgeAt ?? Number.POSITIVE_INFINITY);
  return job.outputs.map(({ fileName, sizeBytes, mediaType }, outputIndex) => {
    const token = links.sign({ keyId: job.owner ?? '', jobId: job.id, outputIndex, expiresAt });
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

function warnings({ warnings }: JobRecord) {
  return warnings.length === 0 ? {} : { warnings };
}
