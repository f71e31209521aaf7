import type { ConversionEngine, JobRecord } from '@platen/core';

/** The part of an OpenTelemetry tracer that jobs need: `trace.getTracer('…')` of `@opentelemetry/api` is one. */
export interface JobTracer {
  startSpan(
    name: string,
    options: { readonly startTime: number; readonly attributes: Record<string, string | number> },
  ): JobSpan;
}

/** The part of an OpenTelemetry span that is used here. */
export interface JobSpan {
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime?: number): void;
}

/** `SpanStatusCode.ERROR` of OpenTelemetry. */
const errorStatus = 2;

/**
 * Creates a span for each job that ends, named after its operation, from its first start to its end; queue time and
 * processing time are attributes. Spans contain neither file names nor options. Returns a function that stops tracing.
 */
export function traceJobs(engine: ConversionEngine, tracer: JobTracer): () => void {
  const stops = (['job-completed', 'job-failed', 'job-cancelled'] as const).map((event) =>
    engine.on(event, (job, { isLocal }) => {
      // Each node traces the jobs that ended on it: together they trace every job once.
      if (isLocal) traceJob(tracer, job);
    }),
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
  const span = tracer.startSpan(operation, {
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
  });
  if (error !== null) span.setStatus({ code: errorStatus, message: error.code });
  // If the wall clock was set back meanwhile, a span must not end before it starts.
  span.end(Math.max(startTime, finishedAt));
}

/** Where `@opentelemetry/api` keeps what an SDK has registered; every copy of major version 1 looks here. */
const globalKey = Symbol.for('opentelemetry.js.api.1');

/** The tracer of the OpenTelemetry SDK that runs in this process; null when there is none. */
export function findHostTracer(name: string): JobTracer | null {
  const registered: unknown = Reflect.get(globalThis, globalKey);
  if (typeof registered !== 'object' || registered === null || !('trace' in registered)) return null;
  const provider = registered.trace as { getTracer(name: string): JobTracer };
  return provider.getTracer(name);
}
