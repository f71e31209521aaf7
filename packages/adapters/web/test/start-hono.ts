import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { continueWhenRead } from '@platen/http';
import type { StartHost } from '@platen/testing';
import { platen } from '@platen/web';
import { Hono } from 'hono';
import { listenOn } from '../../express/test/start-express.ts';

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
  return listenOn(server);
};
