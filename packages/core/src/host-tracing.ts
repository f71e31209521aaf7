/** The identity of a span, as OpenTelemetry has it. */
export interface SpanIdentity {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** 1 if the trace is sampled. */
  readonly traceFlags: number;
}

/** The part of an OpenTelemetry tracer that is used here: `trace.getTracer('…')` of `@opentelemetry/api` is one. */
export interface JobTracer {
  startSpan(
    name: string,
    options: {
      readonly startTime?: number;
      readonly kind?: number;
      readonly attributes: Record<string, string | number>;
    },
    context?: TraceContext,
  ): JobSpan;
}

/** The part of an OpenTelemetry span that is used here. */
export interface JobSpan {
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime?: number): void;
  /** A span of OpenTelemetry has this method. Without it, nothing is nested in the span. */
  spanContext?(): SpanIdentity;
}

/** The part of an OpenTelemetry context that a tracer reads its parent from. */
export interface TraceContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): TraceContext;
  deleteValue(key: symbol): TraceContext;
}

/** `SpanStatusCode.ERROR` of OpenTelemetry. */
export const errorStatus = 2;

/** Where `@opentelemetry/api` keeps what an SDK has registered; every copy of major version 1 looks here. */
const globalKey = Symbol.for('opentelemetry.js.api.1');
/** Under which a context holds its span, in every version 1 of it. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

interface HostTracing {
  readonly trace?: { getTracer(name: string): JobTracer };
  readonly context?: { active(): TraceContext };
}

/** What the OpenTelemetry SDK in this process has registered; nothing without one. */
function hostTracing(): HostTracing {
  const registered: unknown = Reflect.get(globalThis, globalKey);
  return typeof registered === 'object' && registered !== null ? registered : {};
}

/** Returns the tracer of the OpenTelemetry SDK in this process; null if there is none. */
export function findHostTracer(name: string): JobTracer | null {
  return hostTracing().trace?.getTracer(name) ?? null;
}

/** The `traceparent` of the span that is active here, according to the OpenTelemetry SDK; null without an SDK or a span. */
export function activeTraceparent(): string | null {
  const span = hostTracing().context?.active().getValue(spanKey) as JobSpan | undefined;
  const identity = span?.spanContext?.();
  return identity === undefined ? null : parseTraceparent(formatTraceparent(identity));
}

// https://www.w3.org/TR/trace-context/#traceparent-header
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/**
 * Reads a `traceparent` and returns it in version 00, without the fields that later versions add; null for any other text.
 */
export function parseTraceparent(text: string | null | undefined): string | null {
  const [, traceId, spanId, flags] = pattern.exec(text ?? '') ?? [];
  return traceId === undefined ? null : `00-${traceId}-${spanId}-${flags}`;
}

/** The `traceparent` of a span. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanIdentity): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** A context whose spans continue the trace of `traceparent`; undefined if the text is not a `traceparent`. */
export function contextFrom(traceparent: string | null): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = parseTraceparent(traceparent)?.split('-') ?? [];
  if (traceId === '') return undefined;
  return contextWithin({ traceId, spanId, traceFlags: Number.parseInt(flags, 16) }, true);
}

/** A context whose spans are children of the given span, which belongs to this process unless it `isRemote`. */
export function contextWithin(identity: SpanIdentity, isRemote = false): TraceContext {
  return createContext(new Map([[spanKey, { spanContext: () => ({ ...identity, isRemote }) }]]));
}

function createContext(values: ReadonlyMap<symbol, unknown>): TraceContext {
  return {
    getValue: (key) => values.get(key),
    setValue: (key, value) => createContext(new Map([...values, [key, value]])),
    deleteValue: (key) => createContext(new Map([...values].filter(([each]) => each !== key))),
  };
}
