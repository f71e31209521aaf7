import { describeAccount } from './account.ts';
import type { Agents } from './agents.ts';
import { createDownloadHandler } from './download.ts';
import { checkHost, type Exchange } from './exchange.ts';
import { healthReply, readinessReply } from './health.ts';
import type { HttpReply } from './http-message.ts';
import { type Caller, identify } from './identify.ts';
import { createLinkSigner } from './link-signer.ts';
import type { EventStreams } from './manage/event-streams.ts';
import { createManageRoutes } from './manage/manage-routes.ts';
import type { Metrics } from './metrics.ts';
import { createOpenApiHandler } from './openapi.ts';
import { createPollHandler } from './poll.ts';
import { createSubmitHandler } from './submit.ts';
import type { Surface } from './surface-options.ts';

/** One row of the route table. */
export interface Route {
  /** `GET` answers `HEAD` as well. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** At most one segment is a `{parameter}`. */
  readonly path: string;
  readonly answer: (exchange: Exchange, parameter: string) => Promise<HttpReply>;
}

/**
 * Every route of the surface: those of the interface, and the optional ones that the host turned on. Uploads under way are
 * refused when `givingUp` aborts.
 */
export function createRoutes(
  surface: Surface,
  metrics: Metrics,
  streams: EventStreams,
  givingUp: AbortSignal,
  agents: Agents | null,
): readonly Route[] {
  const links = createLinkSigner(surface.linkSecrets);
  const poll = createPollHandler(surface, links);
  const submissions = [...surface.engine.operations.values()].map((operation): Route => {
    const submit = createSubmitHandler(surface, operation, givingUp);
    return {
      method: 'POST',
      path: `/api/v1/${operation.name}`,
      answer: keyed(surface, (exchange, { principal }) => submit(exchange, principal)),
    };
  });
  return [
    ...submissions,
    {
      method: 'GET',
      path: '/api/v1/jobs/{jobId}',
      answer: keyed(surface, (exchange, { principal }, jobId) => poll(exchange, principal, jobId)),
    },
    {
      method: 'GET',
      path: '/api/v1/account',
      answer: keyed(surface, (_exchange, { principal, rate }) => describeAccount(surface, principal, rate)),
    },
    { method: 'GET', path: '/api/download/{token}', answer: createDownloadHandler(surface, links) },
    ...optionalRoutes(surface, metrics, streams),
    ...agentRoutes(agents),
  ];
}

function optionalRoutes(surface: Surface, metrics: Metrics, streams: EventStreams): readonly Route[] {
  const routes: Route[] = [];
  if (surface.manage) {
    for (const { method, path, answer } of createManageRoutes(surface, streams)) {
      routes.push({
        method,
        path,
        answer: keyed(surface, (exchange, { principal }, parameter) => answer(exchange, principal, parameter)),
      });
    }
  }
  if (surface.openapi) {
    routes.push({ method: 'GET', path: '/api/openapi.json', answer: createOpenApiHandler(surface) });
  }
  if (surface.health) {
    routes.push({ method: 'GET', path: '/healthz', answer: async () => healthReply() });
    routes.push({ method: 'GET', path: '/readyz', answer: () => readinessReply(surface) });
  }
  if (surface.metrics) {
    routes.push({ method: 'GET', path: '/metrics', answer: () => metrics.reply() });
  }
  return routes;
}

/** One address for messages, the stream of a session, and its end. It identifies callers by itself. */
function agentRoutes(agents: Agents | null): readonly Route[] {
  if (agents === null) return [];
  return (['POST', 'GET', 'DELETE'] as const).map((method) => ({ method, path: '/mcp', answer: agents.answer }));
}

/** A route for key holders. */
function keyed(
  surface: Surface,
  answer: (exchange: Exchange, caller: Caller, parameter: string) => Promise<HttpReply>,
): Route['answer'] {
  return async (exchange, parameter) => {
    const caller = await identify(surface, exchange);
    checkHost(exchange, surface.publicUrl);
    return answer(exchange, caller, parameter);
  };
}
