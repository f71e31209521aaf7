import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { HttpReply, HttpRequest } from './http-message.ts';

/** What is read of a request of Express 4 or 5. */
export interface ExpressRequest extends IncomingMessage {
  readonly method: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly protocol: string;
  readonly ip?: string | undefined;
  /** Missing where another framework runs the middleware. */
  readonly app?: { get(setting: string): unknown } | undefined;
  get(header: string): string | undefined;
}

/** Converts a request of Express for the HTTP interface. Throws a TypeError if it came through another framework. */
export function fromExpress(request: ExpressRequest, response: ServerResponse): HttpRequest {
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

/** As Express 5 has it; the `host` of Express 4 leaves the port out. */
function hostOf(request: ExpressRequest): string {
  const trusts = settingsOf(request).get('trust proxy fn') as (address: string, hop: number) => boolean;
  const forwarded = request.get('X-Forwarded-Host')?.split(',')[0]?.trim();
  const isTrusted = forwarded !== undefined && trusts(request.socket.remoteAddress ?? '', 0);
  return (isTrusted ? forwarded : request.get('Host')) ?? '';
}

function settingsOf({ app }: ExpressRequest): NonNullable<ExpressRequest['app']> {
  if (app !== undefined) return app;
  throw new TypeError(
    'This middleware is for Express. Fastify takes @platen/fastify; other frameworks call an application of Express that has it: express().use(platen(…))',
  );
}

/** Writes a reply to a response of Node or Express. */
export function sendReply(response: ServerResponse, { status, headers, body }: HttpReply): void {
  response.writeHead(status, headers);
  if (body === null || Buffer.isBuffer(body)) response.end(body ?? undefined);
  else if (response.destroyed) body.destroy();
  // A client that goes away ends the download; the surface logs a file that breaks off.
  else pipeline(body, response, () => {});
}
