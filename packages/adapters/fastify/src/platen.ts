import { createHttpSurface, type HttpRequest, type HttpSurfaceOptions } from '@platen/http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

export interface PlatenPluginOptions extends HttpSurfaceOptions {
  /** Where to mount the surface, such as `/convert`. */
  readonly prefix?: string;
}

/** The surface as a plugin for Fastify 5: `app.register(platen, { engine, keys, linkSecrets })`, with or without a prefix. */
export const platen: FastifyPluginAsync<PlatenPluginOptions> = async (fastify, options) => {
  const surface = createHttpSurface(options);
  fastify.addHook('onClose', async () => surface.close());
  // In this plugin's own scope every body is left in the raw request, which the surface reads by itself.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const path of surface.paths) {
    fastify.all(path, async (request, reply) => {
      const answer = await surface.handle(translate(request, reply, fastify.prefix));
      if (answer === null) return reply.callNotFound();
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .send(answer.body ?? undefined);
    });
  }
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
