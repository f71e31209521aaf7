import { generateApiKey } from '@platen/core';
import { platen } from '@platen/express';
import { createPlaten } from '@platen/host';
import express from 'express';
import Koa from 'koa';

// Body limits: Koa has none; parsers such as koa-body come after these paths, for they leave nothing to read.
const host = await createPlaten({ data: 'data' });
const surface = express().use(platen({ ...host, manage: true }));

const app = new Koa();
app.use(async (context, next) => {
  if (!context.path.startsWith('/api/')) return next();
  context.respond = false;
  surface(context.req, context.res);
});
app.use((context) => {
  context.body = 'The routes of the host are its own.';
});

const server = app.listen(Number(process.env.PORT ?? 3000), async () => {
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
  await host.keys.create(record);
  console.log(`http://localhost:${server.address().port} takes the key ${key}`);
});

process.once('SIGTERM', async () => {
  await host.stop();
  server.close();
  server.closeAllConnections();
});
