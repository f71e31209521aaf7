import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { SharedStores } from '@platen/cluster';
import type { KeyStore, Limits, Logger } from '@platen/core';
import type { PasswordSignIn } from '@platen/dashboard';
import { createProcessExecutor, createThreadExecutor, findHostTracer, traceJobs } from '@platen/engine';
import { platen } from '@platen/express';
import { createPlaten, type Platen } from '@platen/host';
import type { DataFolder } from '@platen/host/data-folder';
import { answerProtocolErrors, continueWhenRead } from '@platen/http';
import express, { type Express, type RequestHandler } from 'express';
import { boundConnections } from './bound-connections.ts';
import { importOptional } from './import-optional.ts';
import { listen } from './listen.ts';
import { runCheck } from './run-check.ts';
import { startEngine } from './start-engine.ts';

export interface ServiceSettings {
  readonly data: DataFolder;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly publicUrl: string | undefined;
  /** What Express takes as "trust proxy". */
  readonly trustProxy: string | number | boolean;
  /** Conversions at once; as many as the machine has processors when undefined. */
  readonly concurrency: number | undefined;
  /** Waiting jobs above which submissions are refused. */
  readonly maxQueued: number | undefined;
  readonly executor: 'processes' | 'threads';
  readonly retentionMs: number | undefined;
  /** Bounds that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly requestsPerMinute: number | undefined;
  readonly failedKeysPerMinute: number | undefined;
  /** Serve the routes to manage jobs. */
  readonly manage: boolean;
  readonly keepFailedInputs: boolean;
  /** Serve conversions as tools for agents. */
  readonly mcp: boolean;
  readonly metrics: boolean;
  /** What other nodes share; null for a service that is alone on its data folder. */
  readonly shared: SharedStores | null;
  /** False for a node that only accepts jobs. */
  readonly works: boolean;
  /** Who may sign in to the dashboard; null serves none. */
  readonly dashboard: PasswordSignIn | null;
  /** Whether jobs may bring a URL, and where webhooks may be sent to besides https addresses of the internet. */
  readonly webhooks: {
    readonly jobUrls: boolean;
    readonly allowHttp: boolean;
    readonly allowedNetworks: readonly string[];
  };
  /** Downloads are sent to the bucket itself. */
  readonly directDownloads: boolean;
  readonly logger: Logger;
  /** What has to be done before the first request is answered. */
  readonly beforeListening: (keys: KeyStore) => Promise<void>;
}

export interface Service {
  /** Where it listens, as a client on this machine would call it. */
  readonly url: string;
  /**
   * Says for `drainMs` that it is not ready, then takes nothing new, lets running jobs and requests end for up to `graceMs`, and
   * closes everything.
   */
  stop(graceMs: number, drainMs: number): Promise<void>;
}

/**
 * The stand-alone server: one more host of the library, with the stores that need no other service. When it cannot start
 * it leaves nothing open, so that the process can end.
 */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { logger, limits, maxQueued, retentionMs, keepFailedInputs } = settings;
  const host = await createPlaten({
    data: settings.data,
    ...settings.shared,
    executor: createExecutor(settings),
    limits,
    keepFailedInputs,
    webhooks: settings.webhooks,
    logger,
    start: false,
    ...(retentionMs === undefined ? {} : { retentionMs }),
    ...(maxQueued === undefined ? {} : { maxQueued }),
  });
  try {
    return await serveHost(host, settings);
  } catch (error) {
    await host.stop(0);
    throw error;
  }
}

async function serveHost(host: Platen, settings: ServiceSettings): Promise<Service> {
  const { engine, keys } = host;
  const { logger } = settings;
  const tracer = findHostTracer('platen');
  if (tracer !== null) traceJobs(engine, tracer);

  const app = express();
  app.disable('x-powered-by');
  let isStopping = false;
  // A connection that is kept open would bring the next request to a server that is about to go.
  app.use((_request, response, next) => {
    if (isStopping) response.set('Connection', 'close');
    next();
  });
  trustProxy(app, settings.trustProxy);
  app.use(
    platen({
      ...host,
      ...(settings.shared === null ? {} : { rateLimiter: settings.shared.rateLimiter }),
      trustUploads: settings.executor === 'threads',
      openapi: true,
      health: true,
      manage: settings.manage,
      metrics: settings.metrics,
      ...(settings.mcp ? { mcp: await openMcp() } : {}),
      directDownloads: settings.directDownloads,
      ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
      ...(settings.requestsPerMinute === undefined ? {} : { requestsPerMinute: settings.requestsPerMinute }),
      ...(settings.failedKeysPerMinute === undefined ? {} : { failedKeysPerMinute: settings.failedKeysPerMinute }),
    }),
  );

  if (settings.dashboard !== null) {
    app.use('/dashboard', await dashboardOf(host, settings.dashboard, settings));
    // Relative, unless the address is known: a proxy may have removed a path.
    const pages = settings.publicUrl === undefined ? 'dashboard/' : `${settings.publicUrl}/dashboard/`;
    app.get('/', (_request, response) => response.redirect(pages));
  }
  app.use(answerNotFound);

  // The surface answers a request without a Host header itself.
  const server = createServer({ requireHostHeader: false }, app);
  continueWhenRead(server);
  answerProtocolErrors(server);
  boundConnections(server, engine.limits.maxRequestBytes);
  await settings.beforeListening(keys);
  await listen(server, settings);
  // Such as no descriptor left for the next connection: without a listener it would end the process.
  server.on('error', (error) => logger.error({ err: error }, 'a connection cannot be taken'));
  try {
    await startEngine(engine, { work: settings.works });
    host.webhooks?.start(engine);
  } catch (error) {
    server.close();
    throw error;
  }

  return {
    url: settings.publicUrl ?? urlOf(server),
    async stop(graceMs, drainMs) {
      isStopping = true;
      // The server goes on answering meanwhile: a client may still poll and download what is done.
      await engine.stop(graceMs, drainMs);
      await closeServer(server, drainMs === 0 ? 0 : Math.min(graceMs, lastAnswersMs));
      await host.stop(0);
    },
  };
}

/** Loaded when it is served. */
async function openMcp() {
  const { mcpEndpoint } = await importOptional('@platen/mcp', '--mcp needs', () => import('@platen/mcp'));
  return mcpEndpoint();
}

/** What answers that are under way get behind a balancer, once nothing is left to do but to send them. */
const lastAnswersMs = 5_000;

/** Takes no connection, closes those without a request, and waits for the others. */
async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const tooLate = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(tooLate);
}

function trustProxy(app: Express, trusted: ServiceSettings['trustProxy']): void {
  try {
    app.set('trust proxy', trusted);
  } catch (cause) {
    throw new TypeError(`--trust-proxy: ${(cause as Error).message}`, { cause });
  }
}

async function dashboardOf(
  host: Platen,
  authorize: PasswordSignIn,
  settings: ServiceSettings,
): Promise<RequestHandler> {
  const { dashboard } = await import('@platen/dashboard/express');
  return dashboard({
    platen: host,
    authorize,
    trustUploads: settings.executor === 'threads',
    // From the pages at /dashboard/, behind whatever prefix a proxy has.
    apiUrl: '../',
    docsUrl: '../api/openapi.json',
    checks: async () => Promise.all((await import('./machine-checks.ts')).machineChecks.map(runCheck)),
    ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
    ...(settings.requestsPerMinute === undefined ? {} : { requestsPerMinute: settings.requestsPerMinute }),
  });
}

/** Whatever is not the interface's: this server has no other routes. */
const answerNotFound: RequestHandler = (_request, response) => {
  const correlationId = crypto.randomUUID();
  response.status(404).set('X-Correlation-Id', correlationId);
  response.json({ code: 'NOT_FOUND', message: 'There is nothing at this address', correlationId, details: {} });
};

export function createExecutor({
  executor,
  concurrency,
  logger,
}: Pick<ServiceSettings, 'executor' | 'concurrency' | 'logger'>) {
  if (executor === 'processes')
    return createProcessExecutor({ ...(concurrency !== undefined && { processes: concurrency }), logger });
  setFlagsFromString('--semi-space-growth-factor=2'); // V8's own: the entry keeps it at 1 for a server, but this one converts.
  return createThreadExecutor({ ...(concurrency !== undefined && { threads: concurrency }), logger });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const isAnywhere = address === '::' || address === '0.0.0.0';
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${isAnywhere ? 'localhost' : host}:${port}`;
}
