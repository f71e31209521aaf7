import { createRequire } from 'node:module';
import type { Backlog, EngineEvents, JobRecord, WorkerStarts } from '@platen/core';
import { internalFailures } from '@platen/core/internal';
import type * as PromClient from 'prom-client';
import type { HttpReply } from './http-message.ts';
import { textReply } from './json-reply.ts';
import type { Surface } from './surface-options.ts';

/** One answered request. */
export interface AnsweredRequest {
  /** The path of its route, not of the request: a label has few values. */
  readonly route: string;
  readonly status: number;
  /** From the first line of the request to the first of its answer. */
  readonly durationMs: number;
}

export interface Metrics {
  countRequest(request: AnsweredRequest): void;
  reply(): Promise<HttpReply>;
  close(): void;
}

const finalEvents: readonly (keyof EngineEvents)[] = ['job-completed', 'job-failed', 'job-cancelled'];

/** Seconds. A request may take as long as its upload. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const queueBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];
const runBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counts requests and the engine's events; does nothing when the surface does not serve `/metrics`. */
export function createMetrics(surface: Pick<Surface, 'engine' | 'metrics' | 'logger' | 'clock'>): Metrics {
  return surface.metrics ? createRegistryMetrics(surface) : noMetrics;
}

const noMetrics: Metrics = {
  countRequest() {},
  reply: async () => textReply(200, 'text/plain; charset=utf-8', ''),
  close() {},
};

/** In a separate registry, apart from the host's own metrics of the same library. */
// Long: the list of all metrics.
function createRegistryMetrics({ engine, logger, clock }: Pick<Surface, 'engine' | 'logger' | 'clock'>): Metrics {
  // Loaded for those who want metrics: it takes longer to load than all else of the surface.
  const { Counter, Gauge, Histogram, Registry } = createRequire(import.meta.url)('prom-client') as typeof PromClient;
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'platen_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'platen_http_request_duration_seconds',
    help: 'Time from a request to its answer, the upload included',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  });
  const jobs = new Counter({
    name: 'platen_jobs_total',
    help: 'Jobs that ended',
    labelNames: ['operation', 'state'],
    registers,
  });
  const failures = new Counter({
    name: 'platen_internal_failures_total',
    help: 'Faults of the software and its surroundings that failed a job, or were caught and cost a part of a page',
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
    help: 'Time that nodes were at work on a job, all its attempts together',
    labelNames: ['operation'],
    buckets: runBuckets,
    registers,
  });
  // What is read from the store at each scrape, and left out where that fails: counters matter most during an outage.
  const current = new Registry();
  const queued = new Gauge({
    name: 'platen_jobs_queued',
    help: 'Jobs that wait, of all nodes',
    labelNames: ['operation'],
    registers: [current],
  });
  const processing = new Gauge({
    name: 'platen_jobs_processing',
    help: 'Jobs that run, of all nodes',
    labelNames: ['operation'],
    registers: [current],
  });
  const oldest = new Gauge({
    name: 'platen_job_oldest_queued_seconds',
    help: 'How long the job that waits longest has waited',
    labelNames: ['operation'],
    registers: [current],
  });
  const running = new Gauge({ name: 'platen_jobs_running', help: 'Jobs that this node runs', registers });

  const workerStarts = new Counter({
    name: 'platen_worker_starts_total',
    help: 'Worker processes that came up',
    registers,
  });
  const workerStartSeconds = new Counter({
    name: 'platen_worker_start_seconds_total',
    help: 'Time from the start of worker processes until they took calls',
    registers,
  });
  const workerStartCpuSeconds = new Counter({
    name: 'platen_worker_start_cpu_seconds_total',
    help: 'Processor time of worker processes until they took calls',
    registers,
  });
  let known: WorkerStarts = { count: 0, durationMs: 0, cpuMs: 0 };
  const countStarts = (starts: WorkerStarts) => {
    workerStarts.inc(starts.count - known.count);
    workerStartSeconds.inc((starts.durationMs - known.durationMs) / 1000);
    workerStartCpuSeconds.inc((starts.cpuMs - known.cpuMs) / 1000);
    known = starts;
  };

  const countJob = (job: JobRecord) => {
    const { operation, state, createdAt, startedAt, durationMs } = job;
    const { failed, caught } = internalFailures(job);
    jobs.inc({ operation, state });
    if (failed !== null) failures.inc({ operation, end: 'failed' });
    if (caught.length > 0) failures.inc({ operation, end: 'caught' }, caught.length);
    if (startedAt === null) return;
    queueSeconds.observe({ operation }, Math.max(0, startedAt - createdAt) / 1000);
    runSeconds.observe({ operation }, durationMs / 1000);
  };
  const stops = finalEvents.map((event) =>
    engine.on(event, (job, { isLocal }) => {
      // Jobs that ended on another node are counted there.
      if (isLocal) countJob(job);
    }),
  );
  const setBacklog = (backlog: readonly Backlog[]) => {
    // An operation of which nothing is left is not told of any more, but for those that are served here.
    for (const gauge of [queued, processing, oldest]) gauge.reset();
    const idle = [...engine.operations.keys()].map((operation) => ({
      operation,
      queued: 0,
      processing: 0,
      oldestQueuedAt: null,
    }));
    for (const row of [...idle, ...backlog]) {
      const { operation, oldestQueuedAt } = row;
      queued.set({ operation }, row.queued);
      processing.set({ operation }, row.processing);
      oldest.set({ operation }, oldestQueuedAt === null ? 0 : Math.max(0, clock.now() - oldestQueuedAt) / 1000);
    }
  };
  return {
    countRequest({ route, status, durationMs }) {
      requests.inc({ route, status });
      requestSeconds.observe({ route }, durationMs / 1000);
    },
    async reply() {
      const { running: here, workerStarts: starts } = await engine.status();
      running.set(here);
      if (starts !== null) countStarts(starts);
      const backlog = await engine.backlog().catch((error: unknown) => {
        logger.warn({ err: error }, 'the store cannot tell which jobs wait');
        return null;
      });
      if (backlog !== null) setBacklog(backlog);
      const texts = [await registry.metrics(), ...(backlog === null ? [] : [await current.metrics()])];
      return textReply(200, registry.contentType, texts.join('\n'));
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
