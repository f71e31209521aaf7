import { Readable } from 'node:stream';
import { ConversionError, type ConversionInput, invalidRequest, type JobOutput, type JobRecord } from '@platen/core';
import { isJobOutput, jobNotFound } from '@platen/core/internal';
import type { ResolvedOptions } from './engine-options.ts';
import { findJob } from './find-job.ts';
import { createStoredOutputs } from './stored-outputs.ts';

type Parts = Pick<ResolvedOptions, 'jobs' | 'blobs' | 'clock' | 'logger'>;

/**
 * Puts the outputs of jobs of this owner in the place of what names them, to be read when their turn comes: the new job gets
 * copies of its own, so that whatever becomes of the other job does not concern it. Rejects with `JOB_NOT_FOUND` for a job that
 * is unknown or another owner's, with `INVALID_REQUEST` for one that has not completed or has no such output.
 */
export async function withJobOutputs(
  parts: Parts,
  ownerId: string | null,
  inputs: readonly (ConversionInput | JobOutput)[],
): Promise<readonly ConversionInput[]> {
  const replaced: (readonly ConversionInput[])[] = [];
  for (const input of inputs) replaced.push(isJobOutput(input) ? await outputsOf(parts, ownerId, input) : [input]);
  return replaced.flat();
}

async function outputsOf(
  parts: Parts,
  ownerId: string | null,
  { jobId, output }: JobOutput,
): Promise<readonly ConversionInput[]> {
  const job = await findJob(parts.jobs, jobId);
  if (job === null || job.ownerId !== ownerId) throw jobNotFound();
  const problem = problemOf(job, output);
  if (problem !== null) throw invalidRequest([{ field: 'from', problem }]);
  return job.outputs.flatMap(({ fileName }, index) => {
    const isTaken = output === undefined || index === output - 1;
    return isTaken ? [{ fileName, data: Readable.from(readOutput(parts, jobId, index), { objectMode: false }) }] : [];
  });
}

function problemOf({ id, state, outputs }: JobRecord, output: number | undefined): string | null {
  if (state === 'queued' || state === 'processing') return `the job ${id} has not ended yet`;
  if (state !== 'completed')
    return `the job ${id} ${state === 'failed' ? 'failed' : 'was cancelled'}: it has no outputs`;
  if (output === undefined || (output >= 1 && output <= outputs.length)) return null;
  return `the job ${id} has ${outputs.length === 1 ? 'one output' : `${outputs.length} outputs`}, so there is no output ${output}`;
}

/** Opened when it is read: of many outputs only one is open at a time. */
async function* readOutput(parts: Parts, jobId: string, index: number): AsyncGenerator<Buffer> {
  const body = await createStoredOutputs(parts)
    .open(jobId, index)
    .catch((error: unknown) => {
      // The job was removed since its record was read.
      throw ConversionError.is(error) && error.code === 'NOT_FOUND' ? jobNotFound() : error;
    });
  for await (const chunk of body) yield chunk as Buffer;
}
