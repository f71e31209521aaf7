import type { Logger } from '@platen/core';
import { createAgents } from './agents.ts';
import { answerThenDrain, type DrainBounds } from './drain-request.ts';
import { endSilentReader } from './end-silent-reader.ts';
import { errorReply, toKnownError } from './error-reply.ts';
import { beginExchange, type Exchange } from './exchange.ts';
import { isWaitingToContinue } from './expect-continue.ts';
import { type FoundRoute, findRoute, isKeyed, ownPaths } from './find-route.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { identify } from './identify.ts';
import { isReceived } from './is-received.ts';
import { createEventStreams } from './manage/event-streams.ts';
import { createMetrics } from './metrics.ts';
import { toOriginForm } from './origin-form.ts';
import { createRoutes, type Route } from './routes.ts';
import { type HttpSurfaceOptions, resolveOptions, type Surface } from './surface-options.ts';

/** The whole HTTP interface. An adapter translates requests and replies between it and a framework. */
export interface HttpSurface {
  /** The paths below the mount point that the interface answers, with `*` for the rest of a path. */
  readonly paths: readonly string[];
  /** Answers a request; null if the path does not belong to the interface. Never rejects: a failure is an error reply. */
  handle(request: HttpRequest): Promise<HttpReply | null>;
  /**
   * Ends event streams and the sessions of agents, and stops listening to the engine, which keeps running. Running uploads
   * get 10 s to finish. Later answers close their connection, because a server that is closing would wait for it.
   */
  close(): void;
}

/** How long uploads may continue after the surface is closed: process managers rarely wait longer. */
const uploadGraceMs = 10_000;
/** How long the rest of a refused upload is read and forgotten. */
const maxDrainMs = 30_000;

/** The whole HTTP interface of an engine, for adapters to mount. Throws a TypeError if the options are wrong. */
export function createHttpSurface(options: HttpSurfaceOptions): HttpSurface {
  const surface = resolveOptions(options);
  const metrics = createMetrics(surface);
  const streams = createEventStreams(surface);
  const givingUp = new AbortController();
  const agents = createAgents(surface, async (exchange) => (await answer(surface, routes, exchange))?.reply ?? null);
  const routes: readonly Route[] = createRoutes(surface, metrics, streams, givingUp.signal, agents);
  let isClosing = false;
  const drainBounds: DrainBounds = {
    maxBytes: surface.engine.limits.maxRequestBytes,
    maxMs: maxDrainMs,
    isClosing: () => isClosing,
  };

  return {
    paths: ownPaths(routes),
    async handle(given) {
      const request = toOriginForm(given);
      keepListening(request);
      const begunAt = performance.now();
      const exchange = beginExchange(request, surface.newId);
      const answered = await answer(surface, routes, exchange);
      if (answered === null) return null;
      const { routePath, reply } = answered;
      metrics.countRequest({ route: routePath, status: reply.status, durationMs: performance.now() - begunAt });
      return complete(reply, exchange, drainBounds);
    },
    close() {
      isClosing = true;
      setTimeout(() => givingUp.abort(), uploadGraceMs).unref();
      streams.close();
      agents?.close();
      metrics.close();
    },
  };
}

/**
 * A client may disconnect at any time, before its request is read and after it is answered: an error of either stream
 * without a listener would end the process. Readers and writers see it as well.
 */
function keepListening({ message, response }: HttpRequest): void {
  message.on('error', () => {});
  response.on('error', () => {});
}

interface Answered {
  readonly routePath: string;
  readonly reply: HttpReply;
}

async function answer(surface: Surface, routes: readonly Route[], exchange: Exchange): Promise<Answered | null> {
  let routePath = 'none';
  try {
    const found = await routeOf(surface, routes, exchange);
    if (found === null) return null;
    routePath = found.route.path;
    return { routePath, reply: await found.route.answer(exchange, found.parameter) };
  } catch (error) {
    logError(surface.logger, exchange, routePath, error);
    return { routePath, reply: errorReply(error, exchange.correlationId) };
  }
}

async function routeOf(surface: Surface, routes: readonly Route[], exchange: Exchange): Promise<FoundRoute | null> {
  const path = pathOf(exchange.request);
  try {
    return findRoute(routes, exchange.request.method, path);
  } catch (error) {
    // Requests with a key are counted on wrong paths too, and the answer has the rate headers.
    if (isKeyed(path) && exchange.credentials.apiKey !== null) await identify(surface, exchange);
    throw error;
  }
}

function pathOf({ url }: HttpRequest): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/**
 * Client errors are for the client alone; what went wrong here is logged for the operator. The path is the
 * route's and not the request's, which may hold the token of a link that is still good.
 */
function logError(logger: Logger, { request, correlationId }: Exchange, routePath: string, thrown: unknown): void {
  const error = toKnownError(thrown);
  const { code, details, message, cause, status } = error;
  const fields = { code, details, correlationId, method: request.method, path: routePath };
  // Draining or full: nothing is broken, and a line for each request turned away is enough.
  if (code === 'SERVICE_UNAVAILABLE' && cause === undefined) logger.warn(fields, message);
  else if (status >= 500) logger.error({ ...fields, err: cause ?? error }, message);
  else logger.debug({ ...fields, err: cause ?? error }, message);
}

function complete(reply: HttpReply, { request, replyHeaders }: Exchange, bounds: DrainBounds): HttpReply {
  const { message, response, method } = request;
  const headers: Record<string, string> = { ...reply.headers, ...replyHeaders };
  // A closing server would wait for the unread rest of the request.
  if (bounds.isClosing() || (reply.status === 204 && !isReceived(message))) headers.Connection = 'close';
  if (method === 'HEAD') return { ...reply, headers, body: null };
  if (reply.body !== null && !Buffer.isBuffer(reply.body)) endSilentReader(request);
  if (isReceived(message) || !Buffer.isBuffer(reply.body)) return { ...reply, headers };
  // A client that waits for "100 Continue" before its body may send another request next: the two could not be distinguished.
  if (isWaitingToContinue(message)) return { ...reply, headers: { ...headers, Connection: 'close' } };
  // Compressing middleware would hold the answer back until the end of the upload.
  headers['Cache-Control'] = 'no-store, no-transform';
  return { ...reply, headers, body: answerThenDrain(reply.body, message, response, bounds) };
}
