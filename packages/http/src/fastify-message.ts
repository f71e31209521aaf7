import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { toOriginForm } from './origin-form.ts';

/** What is read of a request of Fastify 5. */
export interface FastifyMessage {
  readonly method: string;
  readonly url: string;
  readonly protocol: string;
  readonly host: string;
  readonly ip: string;
  readonly raw: IncomingMessage;
}

/** What is used of a reply of Fastify 5. */
export interface FastifyAnswer {
  readonly raw: ServerResponse;
  code(status: number): this;
  headers(headers: Readonly<Record<string, string>>): this;
  send(body?: unknown): unknown;
  callNotFound(): unknown;
}

/** A request of Fastify as the surface takes it; `mountPath` is the prefix of the plugin. */
export function fromFastify(request: FastifyMessage, { raw }: FastifyAnswer, mountPath: string): HttpRequest {
  const whole = toOriginForm({
    method: request.method,
    url: request.url,
    origin: `${request.protocol}://${request.host}`,
    mountPath,
    remoteAddress: request.ip,
    message: request.raw,
    response: raw,
  });
  return { ...whole, url: whole.url.slice(mountPath.length) };
}

/** Answers through Fastify; null is for whatever else the host has at this path. */
export function sendByFastify(answer: FastifyAnswer, reply: HttpReply | null): unknown {
  if (reply === null) return answer.callNotFound();
  return answer
    .code(reply.status)
    .headers(reply.headers)
    .send(reply.body ?? undefined);
}
