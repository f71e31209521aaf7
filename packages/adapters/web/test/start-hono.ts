import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { continueWhenRead } from '@platen/http';
import type { StartHost } from '@platen/testing';
import { platen } from '@platen/web';
import { Hono } from 'hono';

/** Hosts the surface on Hono, on Node. */
export const startHono: StartHost = async ({ surface, prefix, trustProxy, parsers }) => {
  const handler = platen({ ...surface, prefix, trustProxy });
  const app = new Hono<{ Bindings: HttpBindings }>();
  if (parsers === 'multipart') {
    app.use(async (context, next) => {
      if (context.req.header('content-type')?.startsWith('multipart/')) await context.req.raw.arrayBuffer();
      await next();
    });
  }
  for (const path of handler.paths) {
    app.all(path, ({ req, env }) => handler(req.raw, { remoteAddress: env.incoming.socket.remoteAddress }));
  }
  app.get('/own', (context) => context.json({ own: true }));
  app.post('/own', async (context) => context.json(await context.req.json()));
  const server = createServer(getRequestListener(app.fetch));
  continueWhenRead(server);
  return listen(server);
};

async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
