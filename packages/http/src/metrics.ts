import type { EngineEvents, EngineStatus, JobRecord } from '@platen/core';
import type { HttpReply } from './http-message.ts';
import { textReply } from './json-reply.ts';
import type { Surface } from './surface-options.ts';

/** Counts since the surface was made. The keys of the maps are label sets as Prometheus writes them. */
export interface MetricCounts {
  /** `route="…",status="…"` → requests. */
  readonly requests: ReadonlyMap<string, number>;
  /** `operation="…",state="…"` → jobs that ended so. */
  readonly jobs: ReadonlyMap<string, number>;
  /** `operation="…"` → seconds of processing of all jobs that ended. */
  readonly jobSeconds: ReadonlyMap<string, number>;
}

export interface Metrics {
  countRequest(routePath: string, status: number): void;
  reply(): Promise<HttpReply>;
  close(): void;
}

const finalEvents: readonly (keyof EngineEvents)[] = ['job-completed', 'job-failed', 'job-cancelled'];

/** Counts requests and the engine's events; does nothing when the surface does not serve `/metrics`. */
export function createMetrics({ engine, metrics: isServed }: Surface): Metrics {
  const counts = {
    requests: new Map<string, number>(),
    jobs: new Map<string, number>(),
    jobSeconds: new Map<string, number>(),
  };
  const countJob = ({ operation, state, startedAt, finishedAt }: JobRecord) => {
    add(counts.jobs, `operation="${operation}",state="${state}"`, 1);
    add(counts.jobSeconds, `operation="${operation}"`, ((finishedAt ?? 0) - (startedAt ?? finishedAt ?? 0)) / 1000);
  };
  const stops = isServed ? finalEvents.map((event) => engine.on(event, countJob)) : [];
  return {
    countRequest(routePath, status) {
      if (isServed) add(counts.requests, `route="${routePath}",status="${status}"`, 1);
    },
    async reply() {
      return textReply(200, 'text/plain; version=0.0.4; charset=utf-8', renderMetrics(counts, await engine.status()));
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** Counts and status in the Prometheus text format. */
export function renderMetrics(counts: MetricCounts, { queued, running }: EngineStatus): string {
  return [
    ...metric('platen_http_requests_total', 'counter', 'Requests answered', counts.requests),
    ...metric('platen_jobs_total', 'counter', 'Jobs that ended', counts.jobs),
    ...metric('platen_job_seconds_total', 'counter', 'Processing time of jobs that ended', counts.jobSeconds),
    ...metric('platen_jobs_queued', 'gauge', 'Jobs that wait', new Map([['', queued]])),
    ...metric('platen_jobs_running', 'gauge', 'Jobs that run', new Map([['', running]])),
    '',
  ].join('\n');
}

function metric(name: string, type: string, help: string, values: ReadonlyMap<string, number>): readonly string[] {
  const lines = [...values].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function add(counts: Map<string, number>, labels: string, amount: number): void {
  counts.set(labels, (counts.get(labels) ?? 0) + amount);
}
