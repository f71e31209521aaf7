import type { ConversionEngine } from '@platen/core';
import { checkListing, checkOwner, checkUsageFilter } from './check-calls.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { findJob } from './find-job.ts';
import { createStoredOutputs } from './stored-outputs.ts';

/** Queries about jobs: single ones, lists, counts, usage, and the files they produced. */
export type JobQueries = Pick<
  ConversionEngine,
  'get' | 'list' | 'backlog' | 'overdue' | 'counts' | 'standing' | 'usage' | 'open' | 'directLink'
>;

export function createJobQueries(parts: Pick<ResolvedOptions, 'jobs' | 'blobs' | 'clock' | 'logger'>): JobQueries {
  const { jobs } = parts;
  return {
    get: (jobId) => findJob(jobs, jobId),

    async list(filter = {}, page) {
      checkListing(filter, page);
      return jobs.list(filter, page);
    },

    backlog: () => jobs.backlog(),

    overdue: () => jobs.overdue(),

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

    ...createStoredOutputs(parts),
  };
}
