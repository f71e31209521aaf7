import { pipeline } from 'node:stream';
import { createHttpSurface, type HttpReply, type HttpRequest, type HttpSurfaceOptions } from '@platen/http';
import type { Request, RequestHandler, Response } from 'express';

/**
 * The surface as middleware for Express 4 and 5: `app.use(platen({ engine, keys, linkSecrets }))`, at the root or under
 * a path. Requests for anything else go on to the next handler. Throws a TypeError on wrong options.
 */
export function platen(options: HttpSurfaceOptions): RequestHandler {
  const surface = createHttpSurface(options);
  return (request, response, next) => {
    surface
      .handle(translate(request, response))
      .then((reply) => (reply === null ? next() : send(response, reply)))
      .catch(next);
  };
}

function translate(request: Request, response: Response): HttpRequest {
  return {
    method: request.method,
    url: request.url,
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
  // A client that goes away ends the download; the surface logs a file that breaks off.
  else pipeline(body, response, () => {});
}
