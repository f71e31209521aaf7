import type { ConversionEngine, EngineEvents, JobSummary, Logger } from '@platen/core';
import { summarizeJob } from '@platen/core';

/** Jobs that changed since they were last taken. */
export interface ChangedJobs {
  /** The changes so far, which are forgotten; `isPartial` when there were more than can be listed. */
  take(): { readonly jobs: readonly JobSummary[]; readonly removed: readonly string[]; readonly isPartial: boolean };
  /** Looks for changes without an event: those of other nodes, where no bus carries them. */
  look(): Promise<void>;
  stop(): void;
}

const events: readonly (keyof EngineEvents)[] = [
  ...(['job-queued', 'job-started', 'job-progress', 'job-completed', 'job-failed', 'job-cancelled'] as const),
];
/** More than any page shows: those who missed some look at their page again. */
const maxChanges = 200;

/** Collects the events of an engine, the latest of each job. */
export function createChangedJobs(engine: ConversionEngine, logger: Logger): ChangedJobs {
  const changed = new Map<string, JobSummary>();
  const removed = new Set<string>();
  /** When each of the newest jobs was last seen to change. */
  let seen = new Map<string, number>();
  let isPartial = false;

  function note(job: JobSummary): void {
    changed.delete(job.id);
    if (changed.size < maxChanges) changed.set(job.id, job);
    else isPartial = true;
  }

  const stops = [
    ...events.map((event) => engine.on(event, (job) => note(summarizeJob(job)))),
    engine.on('job-purged', ({ id }) => {
      changed.delete(id);
      if (removed.size < maxChanges) removed.add(id);
      else isPartial = true;
    }),
  ];

  return {
    take() {
      const taken = { jobs: [...changed.values()], removed: [...removed], isPartial };
      changed.clear();
      removed.clear();
      isPartial = false;
      return taken;
    },
    async look() {
      try {
        const { jobs } = await engine.list({}, { limit: maxChanges });
        for (const job of jobs) {
          const last = seen.get(job.id);
          if (seen.size > 0 && (last === undefined || last < job.updatedAt)) note(job);
        }
        seen = new Map(jobs.map(({ id, updatedAt }) => [id, updatedAt]));
      } catch (error) {
        logger.debug({ err: error }, 'the jobs of other nodes cannot be read now');
      }
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
