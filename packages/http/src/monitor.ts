import { type Clock, type ConversionEngine, type Logger, systemClock, type WebhookStore } from '@platen/core';
import { healthReply, readinessReply } from './health.ts';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import { createMetrics } from './metrics.ts';

/** Options of a monitor. */
export interface MonitorOptions {
  readonly engine: ConversionEngine;
  /** The store of webhooks. Without it, there are no metrics of webhooks. */
  readonly webhookStore?: Pick<WebhookStore, 'overdue'>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Serves `/metrics`, `/healthz` and `/readyz` of a node that serves nothing else, such as a worker. */
export interface Monitor {
  /** Answers a request by its method and path; 404 for other paths. */
  answer(method: string, path: string): Promise<HttpReply>;
  /** Stops counting. */
  close(): void;
}

/** Creates the monitor of a node. It counts from this call on. */
export function createMonitor({ engine, webhookStore, logger, clock = systemClock }: MonitorOptions): Monitor {
  const metrics = createMetrics({ engine, webhookStore: webhookStore ?? null, metrics: true, logger, clock });
  const routes: Readonly<Record<string, () => HttpReply | Promise<HttpReply>>> = {
    '/metrics': metrics.reply,
    '/healthz': healthReply,
    '/readyz': () => readinessReply({ engine, logger }),
  };
  return {
    async answer(method, path) {
      const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
      if (route === undefined || (method !== 'GET' && method !== 'HEAD')) {
        return jsonReply(404, { code: 'NOT_FOUND', message: 'There is nothing at this address' });
      }
      const reply = await route();
      return method === 'HEAD' ? { ...reply, body: null } : reply;
    },
    close: metrics.close,
  };
}
