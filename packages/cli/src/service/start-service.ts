import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { KeyStore, Limits, Logger } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine, createProcessExecutor, createThreadExecutor, findHostTracer, traceJobs } from '@platen/engine';
import { platen } from '@platen/express';
import { continueWhenRead } from '@platen/http';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';
import express, { type RequestHandler } from 'express';
import { boundConnections } from './bound-connections.ts';
import type { DataFolder } from './data-folder.ts';

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
  readonly executor: 'processes' | 'threads';
  readonly retentionMs: number | undefined;
  /** Bounds that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly requestsPerMinute: number | undefined;
  readonly metrics: boolean;
  readonly logger: Logger;
}

export interface Service {
  /** Where it listens, as a client on this machine would call it. */
  readonly url: string;
  readonly keys: KeyStore;
  /** Takes nothing new, lets running jobs end for up to `graceMs`, then closes everything. */
  stop(graceMs: number): Promise<void>;
}

/** How long the lease of a job begun for the first time is. */
const leaseMs = 15_000;

/** The stand-alone server: one more host of the library, with the stores that need no other service. */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { data, logger, limits } = settings;
  const store = createSqliteStore({ file: data.databaseFile });
  const engine = createEngine({
    operations: standardOperations,
    jobs: store.jobs,
    blobs: createFsBlobStore({ folder: data.blobFolder }),
    executor: createExecutor(settings),
    stagingFolder: data.stagingFolder,
    limits,
    leaseMs,
    logger,
    ...(settings.retentionMs === undefined ? {} : { retentionMs: settings.retentionMs }),
  });

  const tracer = findHostTracer('platen');
  if (tracer !== null) traceJobs(engine, tracer);

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.use(
    platen({
      engine,
      keys: store.keys,
      quotas: store.quotas,
      linkSecrets: data.linkSecrets,
      openapi: true,
      health: true,
      metrics: settings.metrics,
      logger,
      ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
      ...(settings.requestsPerMinute === undefined ? {} : { requestsPerMinute: settings.requestsPerMinute }),
    }),
  );

  app.use(answerNotFound);

  const server = createServer(app);
  continueWhenRead(server);
  boundConnections(server, engine.limits.maxRequestBytes);
  await listen(server, settings);
  // One server to a folder: what is still processing there belongs to one that died and need not wait for its lease.
  // Only a job that more than one died with keeps its distance: the leases of later attempts are longer.
  await store.jobs.requeueExpired(Date.now() + leaseMs);
  await engine.start();

  return {
    url: settings.publicUrl ?? urlOf(server),
    keys: store.keys,
    async stop(graceMs) {
      // The server goes on answering meanwhile: a client may still poll and download what is done.
      await engine.stop(graceMs);
      server.close();
      server.closeAllConnections();
      await store.close();
    },
  };
}

/** Whatever is not the interface's: this server has no other routes. */
const answerNotFound: RequestHandler = (_request, response) => {
  const correlationId = crypto.randomUUID();
  response.status(404).set('X-Correlation-Id', correlationId);
  response.json({ code: 'NOT_FOUND', message: 'There is nothing at this address', correlationId, details: {} });
};

function createExecutor({ executor, concurrency, logger }: ServiceSettings) {
  const count = concurrency === undefined ? {} : { processes: concurrency, threads: concurrency };
  if (executor === 'processes') return createProcessExecutor({ ...count, logger });
  setFlagsFromString('--semi-space-growth-factor=2'); // V8's own: the entry keeps it at 1 for a server, but this one converts.
  return createThreadExecutor({ ...count, logger });
}

async function listen(server: Server, { host, port }: ServiceSettings): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const isAnywhere = address === '::' || address === '0.0.0.0';
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${isAnywhere ? 'localhost' : host}:${port}`;
}
