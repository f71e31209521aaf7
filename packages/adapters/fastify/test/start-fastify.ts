import { platen } from '@platen/fastify';
import type { StartHost } from '@platen/testing';
import fastify from 'fastify';

/** Hosts the surface on Fastify. */
export const startFastify: StartHost = async ({ surface, prefix, trustProxy, parsers }) => {
  const app = fastify({ trustProxy, forceCloseConnections: true });
  if (parsers === 'multipart') {
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
  await app.register(platen, { ...surface, prefix });
  app.get('/own', async () => ({ own: true }));
  app.post('/own', async (request) => request.body);
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
};
