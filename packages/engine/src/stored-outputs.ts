import type { Readable } from 'node:stream';
import {
  type BlobReadOptions,
  type ByteRange,
  type ConversionEngine,
  ConversionError,
  type JobRecord,
  type StoredFile,
} from '@platen/core';
import { checkedStream } from './checked-stream.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findJob } from './find-job.ts';

type Parts = Pick<ResolvedOptions, 'jobs' | 'blobs' | 'clock' | 'logger'>;

interface FoundOutput {
  readonly job: JobRecord;
  readonly index: number;
  readonly output: StoredFile;
}

/**
 * Opens what jobs have produced, and nothing that changed since: sizes are compared before anything is handed out, the
 * digest as a whole file is read. What differs is logged, and marked in the record of the job.
 */
export function createStoredOutputs(parts: Parts): Pick<ConversionEngine, 'open' | 'directLink'> {
  const { jobs, blobs } = parts;
  const find = async (jobId: string, index: number): Promise<FoundOutput | null> => {
    const job = await findJob(jobs, jobId);
    const output = job?.outputs[index];
    return job === null || output === undefined ? null : { job, index, output };
  };

  return {
    async open(jobId, outputIndex, range) {
      const found = await find(jobId, outputIndex);
      if (found === null) throw notFound();
      await expectSize(parts, found);
      const body = await read(parts, found, range === undefined ? {} : { range });
      return checkedStream(body, expectedBytes(found.output, range), (problem) => report(parts, found, problem));
    },

    async directLink(jobId, outputIndex, expiresInMs) {
      const found = await find(jobId, outputIndex);
      if (found === null) return null;
      const { key, fileName, mediaType } = found.output;
      const link = await blobs.directLink(key, { expiresInMs, fileName, mediaType });
      if (link !== null) await expectSize(parts, found);
      return link;
    },
  };
}

/** A part of a file has no digest of its own: of it only the size is known. */
function expectedBytes({ sizeBytes, sha256 }: StoredFile, range: ByteRange | undefined) {
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  const isWhole = start === 0 && end >= sizeBytes - 1;
  return { sizeBytes: Math.min(end + 1, sizeBytes) - start, sha256: isWhole ? (sha256 ?? null) : null };
}

async function expectSize(parts: Parts, found: FoundOutput): Promise<void> {
  const { key, sizeBytes, isDamaged } = found.output;
  if (isDamaged === true) throw outputDamaged(found.output);
  const stored = await parts.blobs.stat(key);
  if (stored === null) throw await report(parts, found, 'it is missing');
  if (stored.sizeBytes === sizeBytes) return;
  throw await report(parts, found, `it has ${stored.sizeBytes} bytes, not ${sizeBytes}`);
}

/** It may be removed between the look at its size and this one. */
async function read(parts: Parts, found: FoundOutput, options: BlobReadOptions): Promise<Readable> {
  try {
    return await parts.blobs.read(found.output.key, options);
  } catch (error) {
    const isMissing = ConversionError.is(error) && error.code === 'NOT_FOUND';
    throw isMissing ? await report(parts, found, 'it is missing') : error;
  }
}

/** The error for an output that is not as it was stored. A job that is being removed loses its files first: no damage. */
async function report(parts: Parts, { job, index, output }: FoundOutput, problem: string): Promise<ConversionError> {
  const { jobs, clock, logger } = parts;
  const { id: jobId, operation, ownerId, correlationId } = job;
  const fields = { jobId, operation, ownerId, correlationId, outputIndex: index, key: output.key };
  try {
    const now = await jobs.get(jobId);
    const isLeaving = now === null || (now.purgeAt !== null && now.purgeAt <= clock.now());
    if (isLeaving || now.outputs[index]?.key !== output.key) return notFound();
    logger.error({ ...fields, problem }, `an output is damaged in storage: ${problem}`);
    await jobs.markDamaged(jobId, index);
  } catch (error) {
    logger.error({ ...fields, problem, err: error }, 'a damaged output cannot be recorded with its job now');
  }
  return outputDamaged(output);
}

function outputDamaged({ fileName }: StoredFile): ConversionError {
  return new ConversionError(
    'OUTPUT_DAMAGED',
    `"${fileName}" was damaged in storage and cannot be downloaded: send the request again`,
    { details: { fileName } },
  );
}

function notFound(): ConversionError {
  return new ConversionError('NOT_FOUND', 'The file no longer exists');
}
