import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { generateApiKey } from '@platen/core';
import { createThreadExecutor, findHostTracer, traceJobs } from '@platen/engine';
import { platen } from '@platen/express';
import { createPlaten, type Platen } from '@platen/host';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openReceiver } from '../../webhooks/test/receiver.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';

const clientTrace = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';
const traceparent = `00-${clientTrace}-${clientSpan}-01`;

const spans = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });

let host: Platen;
let key = '';
const ends: (() => unknown)[] = [];

/** As an application loads an SDK: the global tracer, and what is active along asynchronous calls. */
beforeAll(async () => {
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const data = await mkdtemp(join(tmpdir(), 'platen-traces-'));
  const webhooks = { jobUrls: true, allowHttp: true, allowedNetworks: ['127.0.0.0/8'], pollMs: 20 };
  host = await createPlaten({ data, webhooks, executor: createThreadExecutor({ threads: 1 }) });
  const made = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now(), ownerId: 'acme' });
  key = made.key;
  await host.keys.create(made.record);
  const tracer = findHostTracer('platen');
  if (tracer === null) throw new Error('there is no SDK');
  traceJobs(host.engine, tracer);
  ends.push(() => rm(data, { recursive: true, force: true }));
  ends.push(() => host.stop(0));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  trace.disable();
  context.disable();
  await provider.shutdown();
});
beforeEach(() => spans.reset());

/** The address of a server of the host; `tracesRequests` as instrumentation of HTTP does. */
async function serve({ tracesRequests }: { readonly tracesRequests: boolean }): Promise<string> {
  const app = express();
  if (tracesRequests) {
    app.use((_request, response, next) => {
      provider.getTracer('http').startActiveSpan('request', (span) => {
        response.on('close', () => span.end());
        next();
      });
    });
  }
  const server = createServer(app.use(platen({ ...host, trustUploads: true })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function submit(url: string, webhookUrl: string, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(samplePdf('one'))]), 'one.pdf');
  form.append('webhookUrl', webhookUrl);
  const response = await fetch(`${url}/api/v1/pdf/split`, {
    method: 'POST',
    headers: { 'X-API-Key': key, ...headers },
    body: form,
  });
  expect(response.status).toBe(202);
}

/** Resolves once there is a span of that name. */
const ended = (span: string) => expect.poll(() => spans.getFinishedSpans().map(({ name }) => name)).toContain(span);
const named = (name: string): ReadableSpan => {
  const [span, ...others] = spans.getFinishedSpans().filter((each) => each.name === name);
  expect(others).toEqual([]);
  if (span === undefined) throw new Error(`there is no span ${name}`);
  return span;
};
const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;

test('the trace of a client goes through the job and its attempts, and on to whoever gets the webhook', async () => {
  await using receiver = await openReceiver();
  const url = await serve({ tracesRequests: false });
  await submit(url, receiver.url, { traceparent });
  await ended('webhook');
  const [job, attempt, webhook] = ['pdf/split', 'attempt', 'webhook'].map(named) as [
    ReadableSpan,
    ReadableSpan,
    ReadableSpan,
  ];
  for (const span of [job, attempt, webhook]) expect(span.spanContext().traceId).toBe(clientTrace);
  expect([parentOf(job), parentOf(webhook)]).toEqual([clientSpan, clientSpan]);
  expect(parentOf(attempt)).toBe(job.spanContext().spanId);
  expect(attempt.attributes).toMatchObject({ 'platen.attempt': 1, 'platen.end': 'completed' });
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${clientTrace}-${webhook.spanContext().spanId}-01`);
});

test('where the host traces its requests, the job is a part of the request', async () => {
  await using receiver = await openReceiver();
  const url = await serve({ tracesRequests: true });
  await submit(url, receiver.url, { traceparent });
  await ended('pdf/split');
  await ended('request');
  const request = named('request').spanContext();
  expect(named('pdf/split').spanContext().traceId).toBe(request.traceId);
  expect(parentOf(named('pdf/split'))).toBe(request.spanId);
});

test('a job that is submitted in process is a part of what submits it', async () => {
  const inputs = [{ fileName: 'one.pdf', data: new Uint8Array(samplePdf('one')) }];
  await provider.getTracer('host').startActiveSpan('import', async (span) => {
    await host.engine.submit({ operation: 'pdf/split', inputs });
    span.end();
  });
  await ended('pdf/split');
  expect(parentOf(named('pdf/split'))).toBe(named('import').spanContext().spanId);
});

test.each(['', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', `00-${'0'.repeat(32)}-${clientSpan}-01`])(
  'a traceparent that is none is passed over: "%s"',
  async (wrong) => {
    await using receiver = await openReceiver();
    const url = await serve({ tracesRequests: false });
    await submit(url, receiver.url, { traceparent: wrong });
    await expect.poll(() => receiver.received.length).toBe(1);
    await ended('webhook');
    expect(parentOf(named('pdf/split'))).toBeUndefined();
  },
);
