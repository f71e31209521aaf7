import { findHostTracer, traceJobs } from '@platen/engine';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEngine, ended } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

interface Span {
  readonly name: string;
  readonly startTime: number;
  readonly attributes: Record<string, string | number>;
  status?: unknown;
  endTime?: number | undefined;
}

/** A tracer that keeps what it is told. */
function createRecordingTracer() {
  const spans: Span[] = [];
  const startSpan = (
    name: string,
    options: { readonly startTime: number; readonly attributes: Record<string, string | number> },
  ) => {
    const span: Span = { name, ...options };
    spans.push(span);
    return {
      setStatus(status: unknown) {
        span.status = status;
      },
      end(endTime?: number) {
        span.endTime = endTime;
      },
    };
  };
  return { spans, tracer: { startSpan } };
}

test('each job that ends is a span, which says how and why but neither of what file nor with which options', async () => {
  const { engine } = await createTestEngine();
  const { spans, tracer } = createRecordingTracer();
  const stop = traceJobs(engine, tracer);
  const inputs = [{ fileName: 'a secret.pdf', data: pdfBytes }];
  const submit = (act: string) =>
    engine.submit({ operation: 'test/work', inputs, ownerId: 'key-1', correlationId: 'c-1', options: { act } });
  const cancelled = await submit('copy');
  await engine.cancel(cancelled.id);
  await engine.start();
  const good = await ended(engine, (await submit('copy')).id);
  const bad = await ended(engine, (await submit('fail')).id);
  stop();
  await ended(engine, (await submit('copy')).id);

  expect(spans).toHaveLength(3);
  expect(spans[0]?.attributes).toMatchObject({ 'platen.job': cancelled.id, 'platen.state': 'cancelled' });
  expect(spans[1]).toEqual({
    name: 'test/work',
    startTime: good.startedAt,
    endTime: good.finishedAt,
    attributes: {
      'platen.job': good.id,
      'platen.state': 'completed',
      'platen.attempts': 1,
      'platen.owner': 'key-1',
      'platen.correlation': 'c-1',
      'platen.waited_ms': (good.startedAt ?? 0) - good.createdAt,
      'platen.duration_ms': good.durationMs,
    },
  });
  expect(spans[2]).toMatchObject({
    startTime: bad.startedAt,
    status: { code: 2, message: 'PROCESSING_FAILED' },
    attributes: { 'error.type': 'no_tables' },
  });
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('the tracer of a process is that of the SDK it has loaded, and null without one', () => {
  expect(findHostTracer('platen')).toBeNull();
  const { tracer } = createRecordingTracer();
  const key = Symbol.for('opentelemetry.js.api.1');
  Reflect.set(globalThis, key, { version: '1.9.0', trace: { getTracer: () => tracer } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, key));
  expect(findHostTracer('platen')).toBe(tracer);
});
