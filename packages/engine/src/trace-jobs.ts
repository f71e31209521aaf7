import type { ConversionEngine, JobRecord } from '@platen/core';

/** As much of a tracer of OpenTelemetry as jobs need: `trace.getTracer('…')` of `@opentelemetry/api` is one. */
export interface JobTracer {
  startSpan(
    name: string,
    options: { readonly startTime: number; readonly attributes: Record<string, string | number> },
  ): JobSpan;
}

export interface JobSpan {
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime?: number): void;
}

/** `SpanStatusCode.ERROR` of OpenTelemetry. */
const errorStatus = 2;

/**
 * A span for each job that ends, named after its operation, from its first start to its end; the time it waited before
 * is an attribute. Spans hold neither file names nor options. Returns what stops it.
 */
export function traceJobs(engine: ConversionEngine, tracer: JobTracer): () => void {
  const stops = (['job-completed', 'job-failed', 'job-cancelled'] as const).map((event) =>
    engine.on(event, (job) => traceJob(tracer, job)),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function traceJob(tracer: JobTracer, job: JobRecord): void {
  const { id, operation, state, attempts, owner, correlationId, createdAt, error } = job;
  const finishedAt = job.finishedAt ?? createdAt;
  // One that was cancelled while it waited never started.
  const startTime = job.startedAt ?? finishedAt;
  const reason = error?.details.reason;
  const span = tracer.startSpan(operation, {
    startTime,
    attributes: {
      'platen.job': id,
      'platen.state': state,
      'platen.attempts': attempts,
      'platen.correlation': correlationId,
      'platen.waited_ms': startTime - createdAt,
      ...(owner === null ? {} : { 'platen.owner': owner }),
      ...(error === null ? {} : { 'error.type': typeof reason === 'string' ? reason : error.code }),
    },
  });
  if (error !== null) span.setStatus({ code: errorStatus, message: error.code });
  span.end(finishedAt);
}

/** Where `@opentelemetry/api` keeps what an SDK has registered: every copy of it, of major 1, looks here. */
const globalKey = Symbol.for('opentelemetry.js.api.1');

/** The tracer of the OpenTelemetry SDK that runs in this process; null when there is none. */
export function findHostTracer(name: string): JobTracer | null {
  const registered: unknown = Reflect.get(globalThis, globalKey);
  if (typeof registered !== 'object' || registered === null || !('trace' in registered)) return null;
  const provider = registered.trace as { getTracer(name: string): JobTracer };
  return provider.getTracer(name);
}
