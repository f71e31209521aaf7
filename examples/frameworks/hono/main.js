import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { generateApiKey } from '@platen/core';
import { createPlaten } from '@platen/host';
import { platen } from '@platen/web';
import { Hono } from 'hono';

// Body limits: Hono has none, unless `bodyLimit` is used: leave it off these paths.
const host = await createPlaten({ data: 'data' });
const handler = platen({ ...host, manage: true });

const app = new Hono();
app.get('/', (context) => context.text('The routes of the host are its own.'));
for (const path of handler.paths) {
  app.all(path, (context) => handler(context.req.raw, { remoteAddress: getConnInfo(context).remote.address }));
}

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, async ({ port }) => {
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
  await host.keys.create(record);
  console.log(`http://localhost:${port} takes the key ${key}`);
});

process.once('SIGTERM', async () => {
  await host.stop();
  handler.close();
  server.close();
  server.closeAllConnections();
});
