import { createHttpSurface, type HttpRequest, type HttpSurfaceOptions } from '@platen/http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** The options of the surface, and where to mount it. */
export interface PlatenPluginOptions extends HttpSurfaceOptions {
  /** Where to mount the surface, such as `/convert`. */
  readonly prefix?: string;
}

/** The surface as a plugin for Fastify 5: `app.register(platen, { engine, keys, linkSecrets })`, with or without a prefix. */
export const platen: FastifyPluginAsync<PlatenPluginOptions> = async (fastify, options) => {
  const surface = createHttpSurface(options);
  // Before the server waits for its connections: an event stream would hold it.
  fastify.addHook('preClose', async () => surface.close());
  // In this plugin's own scope every body is left in the raw request, which the surface reads by itself.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const answered = await surface.handle(translate(request, reply, fastify.prefix));
    if (answered === null) return reply.callNotFound();
    return reply
      .code(answered.status)
      .headers(answered.headers)
      .send(answered.body ?? undefined);
  };
  // Fastify refuses some content types before any parser sees them; the surface has its own words for that.
  fastify.setErrorHandler((error, request, reply) => {
    if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return answer(request, reply);
    throw error;
  });
  for (const path of surface.paths) fastify.all(path, answer);
};

function translate(request: FastifyRequest, reply: FastifyReply, mountPath: string): HttpRequest {
  return {
    method: request.method,
    url: request.url.slice(mountPath.length),
    origin: `${request.protocol}://${request.host}`,
    mountPath,
    remoteAddress: request.ip,
    message: request.raw,
    response: reply.raw,
  };
}
