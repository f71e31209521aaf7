import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyHelmet from '@fastify/helmet';
import { getRequestListener } from '@hono/node-server';
import type { DashboardPlaten, Finding, PasswordSignIn, Visitor } from '@platen/dashboard';
import { dashboard as expressDashboard } from '@platen/dashboard/express';
import { dashboard as fastifyDashboard } from '@platen/dashboard/fastify';
import { dashboard as webDashboard } from '@platen/dashboard/web';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import helmet from 'helmet';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

export interface DashboardHost {
  /** Where the dashboard is, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

export interface HostSettings {
  readonly platen: DashboardPlaten;
  /** `''` for the root. */
  readonly prefix: string;
  /** Passwords, or a function of the headers. */
  readonly authorize: PasswordSignIn | ((headers: Readonly<Record<string, unknown>>) => Visitor | null);
  readonly checks?: () => Promise<readonly Finding[]>;
  readonly docsUrl?: string;
}

export type StartHost = (settings: HostSettings) => Promise<DashboardHost>;

/** The frameworks, each with the defaults of helmet, or of what it has in its place, before the dashboard. */
export const hosts: Readonly<Record<string, StartHost>> = {
  'Express 4': (settings) => startExpress(express4, settings),
  'Express 5': (settings) => startExpress(express, settings),
  'Fastify 5': startFastify,
  Hono: startHono,
};

async function startExpress(
  version: typeof express,
  { platen, prefix, authorize, ...more }: HostSettings,
): Promise<DashboardHost> {
  const app = version();
  app.use(helmet());
  const given = typeof authorize === 'function' ? (request: express.Request) => authorize(request.headers) : authorize;
  app.use(prefix === '' ? '/' : prefix, expressDashboard({ platen, authorize: given, trustUploads: true, ...more }));
  app.get('/own', (_request, response) => void response.send('own'));
  return listen(app, prefix);
}

async function startFastify({ platen, prefix, authorize, ...more }: HostSettings): Promise<DashboardHost> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyHelmet);
  const given =
    typeof authorize === 'function' ? (request: { headers: object }) => authorize({ ...request.headers }) : authorize;
  await app.register(fastifyDashboard, { prefix, platen, authorize: given, trustUploads: true, ...more });
  app.get('/own', async () => 'own');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `${origin}${prefix}/`, close: () => app.close() };
}

async function startHono({ platen, prefix, authorize, ...more }: HostSettings): Promise<DashboardHost> {
  const given =
    typeof authorize === 'function' ? ({ headers }: Request) => authorize(Object.fromEntries(headers)) : authorize;
  const pages = webDashboard({ prefix, platen, authorize: given, trustUploads: true, ...more });
  const app = new Hono();
  // Hono sets its headers after those of the dashboard, whose preview of Word files is of another origin.
  app.use(secureHeaders({ crossOriginResourcePolicy: false }));
  for (const path of pages.paths) app.all(path, ({ req }) => pages(req.raw, { remoteAddress: '127.0.0.1' }));
  app.get('/own', (context) => context.text('own'));
  return listen(getRequestListener(app.fetch), prefix);
}

async function listen(app: RequestListener, prefix: string): Promise<DashboardHost> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
