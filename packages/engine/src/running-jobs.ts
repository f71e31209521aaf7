import { type ClaimedJob, ConversionError, type JobRecord, type JobSecrets } from '@platen/core';
import type { ResolvedOptions } from './engine-options.ts';
import type { JobEvents } from './job-events.ts';

/** A job that this node has claimed. */
export interface RunningJob {
  readonly job: JobRecord;
  /** For the worker only: kept apart from the record so that no event, message or log line can show them. */
  readonly secrets: JobSecrets;
  readonly controller: AbortController;
  /** 0–99, as last reported by the worker, and as last stored. */
  progress: number;
  storedProgress: number;
  /** By the monotonic clock. */
  renewedAt: number;
  /** Processing time of the job so far on all nodes, earlier ones included, in milliseconds. */
  durationMs(): number;
}

/** The jobs of this node, whose leases it renews for as long as they run. */
export interface RunningJobs {
  add(job: ClaimedJob): RunningJob;
  /** Ends the renewals of a run. A later run of the same job, begun while this one was still stopping, keeps its own. */
  delete(entry: RunningJob): void;
  ids(): readonly string[];
  /** Processing time of the job so far on all nodes; 0 for one that does not run here. */
  durationMs(jobId: string): number;
  /** Stops the run of a job that ended with this record; a later run goes on. */
  abort(ended: JobRecord, reason: ConversionError): void;
  abortAll(reason: ConversionError): void;
  /** Renews the lease of a job now, if it runs here, and stops it when the store says that it is no longer ours. */
  renew(jobId: string): void;
  /** Renews every lease now. */
  renewAll(): Promise<void>;
  start(): void;
  stop(): void;
}

/** Where leases are renewed, and who is told of progress. */
export interface LeaseParts extends Pick<ResolvedOptions, 'jobs' | 'leaseMs' | 'logger'> {
  readonly events: JobEvents;
}

const renewIntervalMs = 1_000;

export function createRunningJobs({ jobs, leaseMs, events, logger }: LeaseParts): RunningJobs {
  const running = new Map<string, RunningJob>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(entries: readonly RunningJob[]): Promise<void> {
    if (entries.length === 0) return;
    const now = performance.now();
    const renewals = entries.map(({ job: { id, fence }, progress, durationMs }) => ({
      id,
      fence,
      progress,
      durationMs: durationMs(),
    }));
    try {
      const lost = new Set(await jobs.renew(renewals, leaseMs));
      for (const [index, entry] of entries.entries()) {
        if (lost.has(entry.job.id)) {
          entry.controller.abort(new ConversionError('CANCELLED', 'The job now belongs to another node'));
          continue;
        }
        entry.renewedAt = now;
        const progress = renewals[index]?.progress ?? 0;
        if (progress <= entry.storedProgress) continue;
        entry.storedProgress = progress;
        await tellProgress(entry);
      }
    } catch (error) {
      logger.warn({ err: error, jobs: renewals.map(({ id }) => id) }, 'leases were not renewed');
    }
  }

  /** Tells it by the record, whose times are those of the store. */
  async function tellProgress(entry: RunningJob): Promise<void> {
    const { id } = entry.job;
    // It may end in the meantime, and its end be reported.
    const job = running.get(id) === entry ? await jobs.get(id) : null;
    if (job?.state === 'processing' && running.get(id) === entry) events.emit('job-progress', job);
  }

  const isOlder = ({ renewedAt }: RunningJob, ms: number) => performance.now() - renewedAt > ms;
  /** When there is new progress, and at least three times within a lease. */
  const isDue = (entry: RunningJob) => entry.progress > entry.storedProgress || isOlder(entry, leaseMs / 3);

  /** Jobs that are due soon are included, so that the leases of a node are renewed together in few statements. */
  async function renewDue(): Promise<void> {
    const entries = [...running.values()];
    if (entries.some(isDue)) await renew(entries.filter((entry) => isDue(entry) || isOlder(entry, leaseMs / 6)));
  }

  return {
    add(claimed) {
      const entry = begin(claimed);
      running.set(entry.job.id, entry);
      return entry;
    },
    delete(entry) {
      if (running.get(entry.job.id) === entry) running.delete(entry.job.id);
    },
    ids: () => [...running.keys()],
    durationMs: (jobId) => running.get(jobId)?.durationMs() ?? 0,
    abort({ id, fence }, reason) {
      const entry = running.get(id);
      if (entry !== undefined && entry.job.fence <= fence) entry.controller.abort(reason);
    },
    renew: (jobId) => void renew([...running.values()].filter(({ job }) => job.id === jobId)),
    abortAll(reason) {
      for (const { controller } of running.values()) controller.abort(reason);
    },
    renewAll: () => renew([...running.values()]),
    start() {
      const interval = Math.min(renewIntervalMs, leaseMs / 3);
      timer ??= setInterval(() => void renewDue(), interval).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function begin({ secrets, ...job }: ClaimedJob): RunningJob {
  const begunAt = performance.now();
  return {
    job,
    secrets,
    controller: new AbortController(),
    progress: 0,
    storedProgress: job.progress,
    renewedAt: begunAt,
    durationMs: () => job.durationMs + performance.now() - begunAt,
  };
}
