import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestEngine, ended } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

interface Span {
  readonly name: string;
  readonly startTime: number;
  status?: unknown;
  endTime?: number;
}

/** As much of `@opentelemetry/api` as the recipe uses. */
function createTracingStub() {
  const spans: Span[] = [];
  const startSpan = (name: string, { startTime }: { readonly startTime: number }) => {
    const span: Span = { name, startTime };
    spans.push(span);
    return {
      setStatus(status: unknown) {
        span.status = status;
      },
      end(endTime: number) {
        span.endTime = endTime;
      },
    };
  };
  return { spans, trace: { getTracer: () => ({ startSpan }) }, SpanStatusCode: { ERROR: 2 } };
}

test('the recipe of docs/observability.md makes a span of each job that ends', async () => {
  const page = await readFile(new URL('../../../docs/observability.md', import.meta.url), 'utf8');
  const recipe = /```js\nimport [^\n]*\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const { engine } = await createTestEngine();
  const { spans, trace, SpanStatusCode } = createTracingStub();
  new Function('engine', 'trace', 'SpanStatusCode', recipe)(engine, trace, SpanStatusCode);

  await engine.start();
  const inputs = [{ fileName: 'a.pdf', data: pdfBytes }];
  const good = await ended(engine, (await engine.submit({ operation: 'test/work', inputs })).id);
  const bad = await ended(
    engine,
    (await engine.submit({ operation: 'test/work', inputs, options: { act: 'fail' } })).id,
  );
  expect(spans).toEqual([
    { name: 'test/work', startTime: good.startedAt, endTime: good.finishedAt },
    {
      name: 'test/work',
      startTime: bad.startedAt,
      endTime: bad.finishedAt,
      status: { code: 2, message: 'There are no tables' },
    },
  ]);
});
