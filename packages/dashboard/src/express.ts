import { pipeline } from 'node:stream';
import type { HttpReply, HttpRequest } from '@platen/http';
import type { Request, RequestHandler, Response } from 'express';
import { createDashboard } from './create-dashboard.ts';
import type { DashboardOptions } from './dashboard-options.ts';

/**
 * The dashboard as middleware for Express 4 and 5: `app.use('/platen', dashboard({ platen, authorize }))`, before parsers
 * of forms. Requests for anything else go on to the next handler. Throws a TypeError on wrong options.
 */
export function dashboard(options: DashboardOptions<Request>): RequestHandler {
  const { handle } = createDashboard(options);
  return (request, response, next) => {
    handle(translate(request, response), request)
      .then((reply) => (reply === null ? next() : send(response, reply)))
      .catch(next);
  };
}

function translate(request: Request, response: Response): HttpRequest {
  const isMountPoint = request.originalUrl.split('?', 1)[0] === request.baseUrl;
  return {
    method: request.method,
    // Express adds the slash that decides what relative addresses mean.
    url: isMountPoint ? request.url.slice(1) : request.url,
    origin: `${request.protocol}://${hostOf(request)}`,
    mountPath: request.baseUrl,
    remoteAddress: request.ip ?? '',
    message: request,
    response,
  };
}

/** As Express 5 tells it; the `host` of Express 4 leaves the port out. */
function hostOf(request: Request): string {
  const trusts = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const forwarded = request.get('X-Forwarded-Host')?.split(',')[0]?.trim();
  const isTrusted = forwarded !== undefined && trusts(request.socket.remoteAddress ?? '', 0);
  return (isTrusted ? forwarded : request.get('Host')) ?? '';
}

function send(response: Response, { status, headers, body }: HttpReply): void {
  response.writeHead(status, headers);
  if (body === null || Buffer.isBuffer(body)) response.end(body ?? undefined);
  else if (response.destroyed) body.destroy();
  // A client that goes away ends it; what breaks off by itself has been logged.
  else pipeline(body, response, () => {});
}
