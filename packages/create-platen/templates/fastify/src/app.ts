import type { PasswordSignIn } from '@platen/dashboard';
import { dashboard } from '@platen/dashboard/fastify';
import { platen } from '@platen/fastify';
import type { Platen } from '@platen/host';
import Fastify, { type FastifyInstance } from 'fastify';

/** The app: routes of its own, the conversions under `/api/v1`, and the dashboard for those whom `authorize` lets in. */
export function createApp(host: Platen, authorize: PasswordSignIn): FastifyInstance {
  const app = Fastify();
  app.get(
    '/',
    async () => 'Conversions are at /api/v1, described at /api/openapi.json; the dashboard is at /dashboard/.',
  );
  // Further plugins go here.
  app.register(dashboard, { prefix: '/dashboard', platen: host, authorize });
  app.register(platen, { ...host, openapi: true, health: true });
  return app;
}
