import type { ConversionEngine, JobRecord, JobRun } from '@platen/core';
import { contextFrom, contextWithin, errorStatus, type JobTracer } from '@platen/core/internal';

export { findHostTracer, type JobSpan, type JobTracer } from '@platen/core/internal';

/**
 * Creates an OpenTelemetry span for each job that ends, named after its operation, from its first start to its end. The span
 * belongs to the trace of the request that submitted the job, and has the times of waiting and processing as attributes.
 * Each attempt is a child span, on any node. Spans contain neither file names nor options. Returns a function that stops
 * tracing.
 */
export function traceJobs(engine: ConversionEngine, tracer: JobTracer): () => void {
  const stops = (['job-completed', 'job-failed', 'job-cancelled'] as const).map((event) =>
    // Each node traces the jobs that ended on it: together they trace every job once.
    engine.on(event, (job) => traceJob(tracer, job), { remote: false }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function traceJob(tracer: JobTracer, job: JobRecord): void {
  const { id, operation, state, attempts, ownerId, correlationId, createdAt, error } = job;
  const finishedAt = job.finishedAt ?? createdAt;
  // A job cancelled while it was queued never started.
  const startTime = job.startedAt ?? finishedAt;
  const reason = error?.details.reason;
  const options = {
    startTime,
    attributes: {
      'platen.job': id,
      'platen.state': state,
      'platen.attempts': attempts,
      'platen.correlation': correlationId,
      'platen.waited_ms': Math.max(0, startTime - createdAt),
      'platen.duration_ms': job.durationMs,
      ...(ownerId === null ? {} : { 'platen.owner': ownerId }),
      ...(error === null ? {} : { 'error.type': typeof reason === 'string' ? reason : error.code }),
    },
  };
  const span = tracer.startSpan(operation, options, contextFrom(job.traceparent));
  const identity = span.spanContext?.();
  if (identity !== undefined) {
    for (const run of job.runs) traceAttempt(tracer, run, finishedAt, contextWithin(identity));
  }
  if (error !== null) span.setStatus({ code: errorStatus, message: error.code });
  // If the wall clock was set back meanwhile, a span must not end before it starts.
  span.end(Math.max(startTime, finishedAt));
}

function traceAttempt(
  tracer: JobTracer,
  { fence, nodeId, startedAt, endedAt, end }: JobRun,
  finishedAt: number,
  within: ReturnType<typeof contextWithin>,
): void {
  const attributes = { 'platen.attempt': fence, 'platen.node': nodeId, 'platen.end': end ?? 'unknown' };
  const span = tracer.startSpan('attempt', { startTime: startedAt, attributes }, within);
  if (end === 'failed' || end === 'expired') span.setStatus({ code: errorStatus, message: end });
  span.end(Math.max(startedAt, endedAt ?? finishedAt));
}
