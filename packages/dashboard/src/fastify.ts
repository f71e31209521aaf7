import { fromFastify, isExactPrefix, pluginMeta, sendByFastify } from '@platen/http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createDashboard } from './create-dashboard.ts';
import type { DashboardOptions } from './dashboard-options.ts';

/** The options of the dashboard, and where to mount it. */
export interface DashboardPluginOptions extends DashboardOptions<FastifyRequest> {
  /** Where to mount the dashboard, such as `/platen`. */
  readonly prefix?: string;
}

/** The dashboard as a plugin for Fastify 5: `app.register(dashboard, { prefix: '/platen', platen, authorize })`. */
export const dashboard: FastifyPluginAsync<DashboardPluginOptions> = Object.assign(
  mountDashboard,
  pluginMeta('@platen/dashboard'),
);

async function mountDashboard(fastify: FastifyInstance, options: DashboardPluginOptions): Promise<void> {
  const { handle, close } = createDashboard(options);
  // Streams that stay open would keep the server from closing.
  fastify.addHook('preClose', async () => close());
  // In this plugin's own scope every body is left in the raw request.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const received = fromFastify(request, reply, fastify.prefix);
    return sendByFastify(reply, isExactPrefix(received, fastify.prefix) ? await handle(received, request) : null);
  };
  for (const path of ['/', '/assets/*', '/data/*']) fastify.all(path, answer);
}
