import { ConversionError } from '@platen/core';
import { errorReply, type HttpReply, type HttpRequest, toKnownError, toOriginForm } from '@platen/http';
import type { Call, Route } from './call.ts';
import { checkOrigin } from './check-origin.ts';
import { type DashboardOptions, resolveOptions, type Settings } from './dashboard-options.ts';
import { findRoute } from './find-route.ts';
import { createRoutes } from './routes.ts';
import { readSessionToken } from './session-cookie.ts';
import { isVisitor, type Visitor } from './visitor.ts';
import { createWebFiles } from './web-files.ts';
import { within } from './within.ts';

/**
 * The whole dashboard. An adapter translates requests and replies between it and a framework. `Source` is the request type
 * of the framework.
 */
export interface Dashboard<Source> {
  /** Answers a request; null if the path does not belong to the dashboard. Never rejects: a failure is an error reply. */
  handle(request: HttpRequest, source: Source): Promise<HttpReply | null>;
  /** Ends open streams. The engine keeps running. */
  close(): void;
}

/** Whom a host takes this long to name does not come in. */
const authorizeMs = 10_000;
/** The longest any answer but an upload or a stream takes to begin. */
const answerMs = 60_000;

/** Creates the pages and data of a dashboard for an engine. Throws a TypeError on wrong options. */
export function createDashboard<Source>(options: DashboardOptions<Source>): Dashboard<Source> {
  const settings = resolveOptions(options);
  const webFiles = createWebFiles();
  const { routes, close } = createRoutes(settings);

  return {
    async handle(given, source) {
      const request = toOriginForm(given);
      // A client may hang up at any time: an error that nobody listens to would end the process.
      request.message.on('error', () => {});
      request.response.on('error', () => {});
      const correlationId = settings.newId();
      const path = request.url.split('?', 1)[0] ?? '';
      if (path === '') return toTrailingSlash(request);
      try {
        if (!path.startsWith('/data/')) return await webFiles.answer(request, path.slice(1));
        const reply = await answerData(settings, routes, request, source, path.slice(1));
        return privately(reply, request, correlationId);
      } catch (error) {
        logError(settings, request, correlationId, error);
        return privately(errorReply(error, correlationId), request, correlationId);
      }
    },
    close,
  };
}

async function answerData<Source>(
  settings: Settings<Source>,
  routes: readonly Route[],
  request: HttpRequest,
  source: Source,
  path: string,
): Promise<HttpReply> {
  const { route, parameters } = findRoute(routes, request.method, path);
  const isChange = route.method !== 'GET';
  checkOrigin(request, isChange, settings.publicUrl);
  const sessionToken = readSessionToken(request);
  const recheck = () => findVisitor(settings, source, sessionToken);
  const visitor = await recheck();
  checkAccess(route, visitor);
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const call: Call = { request, parameters, query, visitor, sessionToken, recheck };
  if (isChange && route.access === 'manager') {
    settings.logger.info({ actor: visitor?.actor, method: route.method, path }, 'changed by the dashboard');
  }
  return route.isUpload === true ? route.answer(call) : within(answerMs, 'the answer', route.answer(call));
}

async function findVisitor<Source>(
  { authorize }: Settings<Source>,
  source: Source,
  sessionToken: string | null,
): Promise<Visitor | null> {
  if (typeof authorize !== 'function') return sessionToken === null ? null : authorize.find(sessionToken);
  const visitor: unknown = await within(authorizeMs, 'authorize', Promise.resolve(authorize(source)));
  if (visitor === null || visitor === undefined) return null;
  if (isVisitor(visitor)) return visitor;
  throw new TypeError('authorize must give { actor, role } with the role "viewer" or "manager", or null');
}

function checkAccess({ access }: Route, visitor: Visitor | null): void {
  if (access === 'anyone') return;
  if (visitor === null) throw new ConversionError('UNAUTHORIZED', 'Sign in to see this');
  if (access === 'manager' && visitor.role !== 'manager') {
    throw new ConversionError('FORBIDDEN', 'You may see everything here, but change nothing', {
      details: { role: visitor.role },
    });
  }
}

/** Relative addresses need the slash. This one is relative too: it holds whatever a proxy made of the path. */
function toTrailingSlash({ mountPath }: HttpRequest): HttpReply {
  const name = mountPath.split('/').at(-1) ?? '';
  return { status: 302, headers: { Location: `./${name}/`, 'Cache-Control': 'no-store' }, body: null };
}

/** Nothing of the data is for other sites, caches, or to be taken for a page. */
function privately(reply: HttpReply, { method }: HttpRequest, correlationId: string): HttpReply {
  const headers = {
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Correlation-Id': correlationId,
    ...reply.headers,
  };
  // A browser would ask for a password of its own.
  const { 'WWW-Authenticate': _, ...kept } = headers as Record<string, string>;
  return { ...reply, headers: kept, body: method === 'HEAD' ? null : reply.body };
}

function logError<Source>({ logger }: Settings<Source>, request: HttpRequest, correlationId: string, thrown: unknown) {
  const error = toKnownError(thrown);
  const fields = { code: error.code, correlationId, method: request.method, err: error.cause ?? error };
  if (error.status >= 500) logger.error(fields, error.message);
  else logger.debug(fields, error.message);
}
