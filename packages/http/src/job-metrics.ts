import type { ConversionEngine, EngineEvents, JobRecord } from '@platen/core';
import { internalFailures } from '@platen/core/internal';
import type * as PromClient from 'prom-client';

const finalEvents: readonly (keyof EngineEvents)[] = ['job-completed', 'job-failed', 'job-cancelled'];

const queueBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];
const runBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counts the jobs that end on this node: the sum over all nodes has every job once. Returns a function that stops it. */
export function countJobs(
  engine: ConversionEngine,
  registry: PromClient.Registry,
  { Counter, Histogram }: typeof PromClient,
): () => void {
  const registers = [registry];
  const jobs = new Counter({
    name: 'platen_jobs_total',
    help: 'Jobs that ended on this node: the sum over all nodes has each job once',
    labelNames: ['operation', 'state'],
    registers,
  });
  const failed = new Counter({
    name: 'platen_job_failures_total',
    help: 'Jobs that failed, by the code of their error',
    labelNames: ['operation', 'code'],
    registers,
  });
  const failures = new Counter({
    name: 'platen_internal_failures_total',
    help: 'Faults of the software that failed a job, or that were caught and lost a part of a page: should be 0',
    labelNames: ['operation', 'end'],
    registers,
  });
  const queueSeconds = new Histogram({
    name: 'platen_job_queue_seconds',
    help: 'Time from the submission of a job to its first attempt',
    labelNames: ['operation'],
    buckets: queueBuckets,
    registers,
  });
  const runSeconds = new Histogram({
    name: 'platen_job_run_seconds',
    help: 'Time that nodes worked on a job, all attempts together',
    labelNames: ['operation'],
    buckets: runBuckets,
    registers,
  });

  const countJob = (job: JobRecord) => {
    const { operation, state, error, createdAt, startedAt, durationMs } = job;
    const internal = internalFailures(job);
    jobs.inc({ operation, state });
    if (error !== null) failed.inc({ operation, code: error?.code ?? 'unknown' });
    if (internal.failed !== null) failures.inc({ operation, end: 'failed' });
    if (internal.caught.length > 0) failures.inc({ operation, end: 'caught' }, internal.caught.length);
    if (startedAt === null) return;
    queueSeconds.observe({ operation }, Math.max(0, startedAt - createdAt) / 1000);
    runSeconds.observe({ operation }, durationMs / 1000);
  };
  const stops = finalEvents.map((event) =>
    engine.on(
      event,
      (job, { isLocal }) => {
        // Jobs that ended on another node are counted there.
        if (isLocal) countJob(job);
      },
      { remote: false },
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
