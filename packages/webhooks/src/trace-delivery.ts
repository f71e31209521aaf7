import type { DueWebhookDelivery } from '@platen/core';
import { contextFrom, errorStatus, findHostTracer, formatTraceparent } from '@platen/core/internal';

/** An attempt to deliver a webhook, as a part of the trace of its job. */
export interface DeliveryTrace {
  /** To be sent along: whoever gets the message may continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the span; `problem` is null for what was delivered. */
  end(problem: string | null): void;
}

/** `SpanKind.CLIENT` of OpenTelemetry. */
const clientKind = 2;

/**
 * Begins a span where an OpenTelemetry SDK runs in this process. Without one the trace of the job is passed on as it is; a job
 * outside of any has none. Spans contain no URL: it may hold a secret.
 */
export function traceDelivery({
  jobId,
  event,
  eventId,
  endpointId,
  attempts,
  traceparent,
}: DueWebhookDelivery): DeliveryTrace {
  const attributes = {
    'platen.job': jobId,
    'platen.event': event,
    'platen.event_id': eventId,
    'platen.endpoint': endpointId,
    'platen.attempts': attempts,
  };
  const span = findHostTracer('platen')?.startSpan(
    'webhook',
    { kind: clientKind, attributes },
    contextFrom(traceparent),
  );
  const identity = span?.spanContext?.();
  const current = identity === undefined ? traceparent : formatTraceparent(identity);
  return {
    headers: current === null ? {} : { traceparent: current },
    end(problem) {
      if (problem !== null) span?.setStatus({ code: errorStatus, message: problem });
      span?.end();
    },
  };
}
