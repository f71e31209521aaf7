import { type JobRecord, queuedJob } from '../job.ts';
import { isFinal, type JobState } from '../job-state.ts';
import type { FinishRequest, JobFilter, JobStore } from '../job-store.ts';

/**
 * A `JobStore` in the memory of the process: for tests, and for hosts that can lose their jobs on a restart.
 * It is also the shortest reading of the contract. Records are replaced, never changed, so a caller may keep one.
 */
export function createMemoryJobStore(): JobStore {
  const jobs = new Map<string, JobRecord>();

  function save(job: JobRecord): JobRecord {
    jobs.set(job.id, job);
    return job;
  }

  /** The job, if it is processing under this very fence: what a worker must hold to write. */
  function held(id: string, fence: number): JobRecord | null {
    const job = jobs.get(id);
    return job?.state === 'processing' && job.fence === fence ? job : null;
  }

  return {
    async insert(job) {
      return jobs.get(job.id) ?? save(queuedJob(structuredClone(job)));
    },

    async get(id) {
      return jobs.get(id) ?? null;
    },

    async list(filter) {
      const newestFirst = [...jobs.values()].reverse().sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.filter((job) => matches(job, filter)).slice(0, filter.limit ?? 100);
    },

    async count(owner) {
      const counts: Record<JobState, number> = { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
      for (const job of jobs.values()) {
        if (owner === undefined || job.owner === owner) counts[job.state] += 1;
      }
      return counts;
    },

    async claim(id, { now, leaseMs }) {
      const job = jobs.get(id);
      if (job?.state !== 'queued') return null;
      return save({
        ...job,
        state: 'processing',
        attempts: job.attempts + 1,
        fence: job.fence + 1,
        leaseUntil: now + leaseMs,
        startedAt: job.startedAt ?? now,
      });
    },

    async renew(id, fence, { leaseUntil, progress }) {
      const job = held(id, fence);
      if (job === null) return false;
      save({ ...job, leaseUntil, progress: Math.min(99, Math.max(job.progress, Math.floor(progress))) });
      return true;
    },

    async release(id, fence) {
      const job = held(id, fence);
      if (job === null) return false;
      save({ ...job, state: 'queued', leaseUntil: null });
      return true;
    },

    async finish(id, fence, request) {
      const job = held(id, fence);
      return job === null ? null : save(finished(job, request));
    },

    async close(id, request) {
      const job = jobs.get(id);
      return job === undefined || isFinal(job.state) ? null : save(finished(job, request));
    },

    async requeueExpired(now) {
      const expired = [...jobs.values()].filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil <= now);
      return expired.map((job) => save({ ...job, state: 'queued', leaseUntil: null }));
    },

    async listPurgeable(now, limit) {
      const due = [...jobs.values()].filter(({ purgeAt }) => purgeAt !== null && purgeAt <= now);
      return due.sort((a, b) => (a.purgeAt ?? 0) - (b.purgeAt ?? 0)).slice(0, limit);
    },

    async remove(id) {
      jobs.delete(id);
    },
  };
}

function matches(job: JobRecord, { owner, states, createdBefore }: JobFilter): boolean {
  return (
    (owner === undefined || job.owner === owner) &&
    (states === undefined || states.includes(job.state)) &&
    (createdBefore === undefined || job.createdAt < createdBefore)
  );
}

function finished(job: JobRecord, { outcome, now, purgeAt }: FinishRequest): JobRecord {
  return {
    ...job,
    ...structuredClone(outcome),
    progress: outcome.state === 'completed' ? 100 : job.progress,
    secrets: null,
    leaseUntil: null,
    finishedAt: now,
    purgeAt,
  };
}
