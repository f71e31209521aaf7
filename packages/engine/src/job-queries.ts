import { type ConversionEngine, ConversionError } from '@platen/core';
import { checkListing, checkOwner, checkUsageFilter } from './check-calls.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findJob } from './find-job.ts';

/** Queries about jobs: single ones, lists, counts, usage, and the files they produced. */
export type JobQueries = Pick<
  ConversionEngine,
  'get' | 'list' | 'backlog' | 'counts' | 'standing' | 'usage' | 'open' | 'directLink'
>;

export function createJobQueries({ jobs, blobs }: Pick<ResolvedOptions, 'jobs' | 'blobs'>): JobQueries {
  const findOutput = async (jobId: string, index: number) => (await findJob(jobs, jobId))?.outputs[index];

  return {
    get: (jobId) => findJob(jobs, jobId),

    async list(filter = {}, page) {
      checkListing(filter, page);
      return jobs.list(filter, page);
    },

    backlog: () => jobs.backlog(),

    async counts(ownerId) {
      if (ownerId !== undefined) checkOwner(ownerId);
      return jobs.counts(ownerId);
    },

    async standing(ownerId) {
      checkOwner(ownerId);
      return jobs.standing(ownerId);
    },

    async usage(filter) {
      checkUsageFilter(filter);
      return jobs.usage(filter);
    },

    async open(jobId, outputIndex, range) {
      const output = await findOutput(jobId, outputIndex);
      if (output === undefined) throw new ConversionError('NOT_FOUND', 'There is no such file any more');
      return blobs.read(output.key, range === undefined ? {} : { range });
    },

    async directLink(jobId, outputIndex, expiresInMs) {
      const output = await findOutput(jobId, outputIndex);
      if (output === undefined) return null;
      const { key, fileName, mediaType } = output;
      return blobs.directLink(key, { expiresInMs, fileName, mediaType });
    },
  };
}
