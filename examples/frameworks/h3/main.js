import { generateApiKey } from '@platen/core';
import { createPlaten } from '@platen/host';
import { platen } from '@platen/web';
import { getRequestIP, H3, serve } from 'h3';

// Body limits: h3 has none, unless `bodyLimit` is used. In Nitro the same call is a route `api/[...path].ts`:
// `export default defineHandler((event) => handler(event.req, …))`.
const host = await createPlaten({ data: 'data' });
const handler = platen({ ...host, manage: true });

const app = new H3();
app.get('/', () => 'The routes of the host are its own.');
for (const path of handler.paths) {
  app.all(path.replace('*', '**'), (event) => handler(event.req, { remoteAddress: getRequestIP(event) }));
}

const server = await serve(app, { port: Number(process.env.PORT ?? 3000), silent: true }).ready();
const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
await host.keys.create(record);
console.log(`http://localhost:${new URL(server.url).port} takes the key ${key}`);

process.once('SIGTERM', async () => {
  await host.stop();
  handler.close();
  await server.close(true);
});
