import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { mountPathOf } from './mount-path.ts';
import { splitTarget } from './origin-form.ts';

/** What is read of a request of Fastify 5. */
export interface FastifyMessage {
  readonly method: string;
  readonly url: string;
  readonly protocol: string;
  readonly host: string;
  /** Absent, whatever the types of Fastify say, once the connection is gone. */
  readonly ip?: string;
  readonly raw: IncomingMessage;
}

/** What is used of a reply of Fastify 5. */
export interface FastifyAnswer {
  readonly raw: ServerResponse;
  readonly request: { readonly headers: Record<string, unknown> };
  code(status: number): this;
  headers(headers: Readonly<Record<string, string>>): this;
  send(body?: unknown): unknown;
  callNotFound(): unknown;
}

/** Converts a request of Fastify for the HTTP interface. `prefix` is that of the plugin. */
export function fromFastify(request: FastifyMessage, { raw }: FastifyAnswer, prefix: string): HttpRequest {
  const { authority, path } = splitTarget(request.url);
  const mountPath = mountPathOf(path, prefix);
  return {
    method: request.method,
    url: authority + path.slice(mountPath.length),
    origin: `${request.protocol}://${request.host}`,
    mountPath,
    remoteAddress: request.ip ?? '',
    message: request.raw,
    response: raw,
  };
}

/** Sends a reply through Fastify. For null, the other routes of the host answer. */
export function sendByFastify(answer: FastifyAnswer, reply: HttpReply | null): unknown {
  if (reply === null) return answer.callNotFound();
  // @fastify/compress does not heed it in an answer, and would keep one back until its end.
  if (reply.headers['Cache-Control']?.includes('no-transform')) answer.request.headers['x-no-compression'] = 'true';
  return answer
    .code(reply.status)
    .headers(reply.headers)
    .send(reply.body ?? undefined);
}

/** Names of the settings that Fastify itself reads from the options of a plugin. */
export const pluginSettings = { prefix: true, logLevel: true, logSerializers: true } as const;

/**
 * The properties that Fastify reads before it calls a plugin. Other versions of Fastify refuse the plugin, and name the
 * version that it needs.
 */
export function pluginMeta(name: string): object {
  return { [Symbol.for('plugin-meta')]: { name, fastify: '5.x' } };
}
