import {
  createHttpSurface,
  fromFastify,
  type HttpSurfaceOptions,
  isExactPrefix,
  pluginMeta,
  sendByFastify,
} from '@platen/http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** The options of the HTTP interface, and where to mount it. */
export interface PlatenPluginOptions extends HttpSurfaceOptions {
  /** Where to mount the HTTP interface, such as `/convert`. The root by default. */
  readonly prefix?: string;
}

/**
 * The HTTP interface as a plugin for Fastify 5: `app.register(platen, { engine, keys, linkSecrets })`, with or without a
 * prefix.
 */
export const platen: FastifyPluginAsync<PlatenPluginOptions> = Object.assign(
  mountSurface,
  pluginMeta('@platen/fastify'),
);

async function mountSurface(fastify: FastifyInstance, options: PlatenPluginOptions): Promise<void> {
  const surface = createHttpSurface(options);
  // Before the server waits for its connections: an event stream would hold it.
  fastify.addHook('preClose', async () => surface.close());
  // In this plugin's own scope every body is left in the raw request, which the surface reads by itself.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const received = fromFastify(request, reply, fastify.prefix);
    return sendByFastify(reply, isExactPrefix(received, fastify.prefix) ? await surface.handle(received) : null);
  };
  // Fastify refuses some content types before any parser sees them; the surface has its own words for that.
  fastify.setErrorHandler((error, request, reply) => {
    if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return answer(request, reply);
    throw error;
  });
  for (const path of surface.paths) fastify.all(path, answer);
}
