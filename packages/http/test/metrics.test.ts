import { type ConversionEngine, type EngineEvents, type EventOrigin, type JobRecord, silentLogger } from '@platen/core';
import { expect, test } from 'vitest';
import { createMetrics } from '../src/metrics.ts';

const clock = { now: () => 90_000 };

/** An engine that tells of jobs when it is asked to. */
function createTeller() {
  const workerStarts = { count: 2, durationMs: 700, cpuMs: 300 };
  const listeners = new Map<keyof EngineEvents, (job: JobRecord, origin: EventOrigin) => void>();
  const engine = {
    operations: new Map([
      ['pdf/merge', null],
      ['ocr', null],
    ]),
    status: async () => ({
      state: 'running',
      running: 2,
      maxQueued: 10,
      storage: 'ok',
      store: 'ok',
      workers: 'ok',
      workerStarts,
    }),
    nodes: async () => [
      { works: true, leads: true, sweptAt: 80_000 },
      { works: true, leads: false, sweptAt: null },
      { works: false },
    ],
    overdue: async () => ({ purge: { count: 7, lateMs: 3_000 }, outbox: { count: 0, lateMs: 0 } }),
    backlog: async () => [{ operation: 'pdf/merge', queued: 4, processing: 3, oldestQueuedAt: 60_000 }],
    on: (event: keyof EngineEvents, listener: (job: JobRecord, origin: EventOrigin) => void) => {
      listeners.set(event, listener);
      return () => listeners.delete(event);
    },
  } as unknown as ConversionEngine;
  const tell = (event: keyof EngineEvents, job: Partial<JobRecord>, isLocal = true) =>
    listeners.get(event)?.(job as JobRecord, { nodeId: 'a', isLocal });
  return { engine, listeners, tell };
}

test('jobs and requests are counted, their times are in histograms', async () => {
  const { engine, listeners, tell } = createTeller();
  const metrics = createMetrics({
    engine,
    webhookStore: { overdue: async () => ({ count: 2, lateMs: 500 }) },
    metrics: true,
    logger: silentLogger,
    clock,
  });
  tell('job-failed', {
    operation: 'pdf/merge',
    state: 'failed',
    createdAt: 1_000,
    startedAt: 1_200,
    durationMs: 250,
    error: { code: 'INTERNAL_ERROR', message: 'The conversion failed', details: {} },
    warnings: [],
  });
  const caught = { code: 'INTERNAL_ERROR', message: 'A table on page 1 is left out' };
  tell('job-completed', {
    operation: 'pdf/to-word',
    state: 'completed',
    startedAt: null,
    error: null,
    warnings: [caught, { code: 'PAGES_CLIPPED', message: 'Later pages were left out' }],
  });
  tell('job-cancelled', {
    operation: 'pdf/merge',
    state: 'cancelled',
    createdAt: 1_000,
    startedAt: null,
    durationMs: 0,
    error: null,
    warnings: [],
  });
  tell('job-failed', { operation: 'pdf/merge', state: 'failed' }, false);
  metrics.countRequest({ route: '/api/v1/account', status: 200, durationMs: 30 });
  const { body, headers } = await metrics.reply();
  expect(headers['Content-Type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = String(body).split('\n');
  for (const line of [
    'platen_http_requests_total{route="/api/v1/account",status="200"} 1',
    'platen_http_request_duration_seconds_bucket{le="0.025",route="/api/v1/account"} 0',
    'platen_http_request_duration_seconds_bucket{le="0.05",route="/api/v1/account"} 1',
    'platen_jobs_total{operation="pdf/merge",state="failed"} 1',
    'platen_jobs_total{operation="pdf/merge",state="cancelled"} 1',
    'platen_internal_failures_total{operation="pdf/merge",end="failed"} 1',
    'platen_internal_failures_total{operation="pdf/to-word",end="caught"} 1',
    'platen_job_queue_seconds_sum{operation="pdf/merge"} 0.2',
    'platen_job_run_seconds_sum{operation="pdf/merge"} 0.25',
    'platen_job_run_seconds_count{operation="pdf/merge"} 1',
    'platen_jobs_queued{operation="pdf/merge"} 4',
    'platen_jobs_queued{operation="ocr"} 0',
    'platen_jobs_processing{operation="pdf/merge"} 3',
    'platen_job_oldest_queued_seconds{operation="pdf/merge"} 30',
    'platen_job_oldest_queued_seconds{operation="ocr"} 0',
    'platen_job_failures_total{operation="pdf/merge",code="INTERNAL_ERROR"} 1',
    'platen_jobs_running 2',
    'platen_jobs_queued_limit 10',
    'platen_ready 1',
    'platen_store_up 1',
    'platen_nodes{works="true"} 2',
    'platen_nodes{works="false"} 1',
    'platen_leaders 1',
    'platen_last_sweep_timestamp_seconds 80',
    'platen_overdue{work="purge"} 7',
    'platen_overdue_seconds{work="purge"} 3',
    'platen_overdue{work="outbox"} 0',
    'platen_overdue_seconds{work="webhooks"} 0.5',
    'platen_worker_starts_total 2',
    'platen_worker_start_seconds_total 0.7',
    'platen_worker_start_cpu_seconds_total 0.3',
  ]) {
    expect(lines).toContain(line);
  }
  metrics.close();
  expect(listeners.size).toBe(0);
});

test('a surface without metrics listens to nothing', () => {
  const { engine, listeners } = createTeller();
  createMetrics({ engine, metrics: false, logger: silentLogger, clock }).countRequest({
    route: '/',
    status: 200,
    durationMs: 1,
  });
  expect(listeners.size).toBe(0);
});

test('while the store is down what was counted is served, and what only the store knows is left out', async () => {
  const { engine } = createTeller();
  const isDown = () => Promise.reject(new Error('the store is down'));
  const noStore = async () => ({ ...(await engine.status()), store: 'failing' as const });
  const down = { ...engine, status: noStore, backlog: isDown, nodes: isDown, overdue: isDown };
  const metrics = createMetrics({ engine: down, metrics: true, logger: silentLogger, clock });
  metrics.countRequest({ route: '/api/v1/account', status: 503, durationMs: 30 });
  const { status, body } = await metrics.reply();
  expect(status).toBe(200);
  expect(String(body)).toContain('platen_http_requests_total{route="/api/v1/account",status="503"} 1');
  expect(String(body)).toContain('\nplaten_store_up 0\n');
  expect(String(body)).toContain('\nplaten_ready 0\n');
  for (const name of ['platen_jobs_queued{', 'platen_leaders', 'platen_overdue']) {
    expect(String(body)).not.toContain(name);
  }
});
