import { expect, test } from 'vitest';
import { renderMetrics } from '../src/metrics.ts';

test('counts are lines of the Prometheus text format, each family under its help and type', () => {
  const text = renderMetrics(
    {
      requests: new Map([['route="/api/v1/account",status="200"', 3]]),
      jobs: new Map([['operation="pdf/merge",state="failed"', 1]]),
      jobSeconds: new Map([['operation="pdf/merge"', 0.25]]),
    },
    { state: 'running', queued: 4, running: 2, maxQueued: 10 },
  );
  expect(text.split('\n')).toEqual([
    '# HELP platen_http_requests_total Requests answered',
    '# TYPE platen_http_requests_total counter',
    'platen_http_requests_total{route="/api/v1/account",status="200"} 3',
    '# HELP platen_jobs_total Jobs that ended',
    '# TYPE platen_jobs_total counter',
    'platen_jobs_total{operation="pdf/merge",state="failed"} 1',
    '# HELP platen_job_seconds_total Processing time of jobs that ended',
    '# TYPE platen_job_seconds_total counter',
    'platen_job_seconds_total{operation="pdf/merge"} 0.25',
    '# HELP platen_jobs_queued Jobs that wait',
    '# TYPE platen_jobs_queued gauge',
    'platen_jobs_queued 4',
    '# HELP platen_jobs_running Jobs that run',
    '# TYPE platen_jobs_running gauge',
    'platen_jobs_running 2',
    '',
  ]);
});
