import { createRequire } from 'node:module';
import type * as PromClient from 'prom-client';
import type { HttpReply } from './http-message.ts';
import { countJobs } from './job-metrics.ts';
import { textReply } from './json-reply.ts';
import { createNodeGauges } from './node-gauges.ts';
import { createSharedGauges, type SharedSources } from './shared-gauges.ts';

/** One answered request. */
export interface AnsweredRequest {
  /** The path of its route, not of the request: a label has few values. */
  readonly route: string;
  readonly status: number;
  /** From the first line of the request to the first of its answer. */
  readonly durationMs: number;
}

export interface Metrics {
  countRequest(request: AnsweredRequest): void;
  reply(): Promise<HttpReply>;
  close(): void;
}

/** Whose metrics are served. */
export interface MetricsSource
  extends Omit<SharedSources, 'webhookStore'>,
    Partial<Pick<SharedSources, 'webhookStore'>> {
  /** Whether anything is counted at all. */
  readonly metrics: boolean;
}

/** Seconds. A request may take as long as its upload. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Counts requests and the engine's events; does nothing when the surface does not serve `/metrics`. */
export function createMetrics(source: MetricsSource): Metrics {
  return source.metrics ? createRegistryMetrics(source) : noMetrics;
}

const noMetrics: Metrics = {
  countRequest() {},
  reply: async () => textReply(200, 'text/plain; charset=utf-8', ''),
  close() {},
};

/** In a separate registry, apart from the host's own metrics of the same library. */
function createRegistryMetrics({ webhookStore = null, ...source }: MetricsSource): Metrics {
  const { engine, logger } = source;
  // Loaded for those who want metrics: it takes longer to load than all else of the surface.
  const client = createRequire(import.meta.url)('prom-client') as typeof PromClient;
  const registry = new client.Registry();
  const registers = [registry];
  const requests = new client.Counter({
    name: 'platen_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'status'],
    registers,
  });
  const requestSeconds = new client.Histogram({
    name: 'platen_http_request_duration_seconds',
    help: 'Time from a request to its answer, including the upload',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  });
  const stopCounting = countJobs(engine, registry, client);
  const readNode = createNodeGauges(engine, logger, registry, client);
  const readShared = createSharedGauges({ ...source, webhookStore }, client);

  return {
    countRequest({ route, status, durationMs }) {
      requests.inc({ route, status });
      requestSeconds.observe({ route }, durationMs / 1000);
    },
    async reply() {
      const [shared] = await Promise.all([readShared(), readNode()]);
      return textReply(200, registry.contentType, [await registry.metrics(), ...shared].join('\n'));
    },
    close: stopCounting,
  };
}
