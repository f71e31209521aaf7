import { platen } from '@platen/fastify';
import type { Platen } from '@platen/host';
import Fastify, { type FastifyInstance } from 'fastify';

/** The app: routes of its own, and the conversions under `/api/v1`. */
export function createApp(host: Platen): FastifyInstance {
  const app = Fastify();
  app.get('/', async () => 'Conversions are at /api/v1, described at /api/openapi.json.');
  // Further plugins go here.
  app.register(platen, { ...host, openapi: true, health: true });
  return app;
}
