import { generateApiKey } from '@platen/core';
import { platen } from '@platen/fastify';
import { createPlaten } from '@platen/host';
import Fastify from 'fastify';

const host = await createPlaten({ data: 'data' });

const app = Fastify();
app.get('/', async () => 'The routes of the host are its own.');
app.register(platen, host);
await app.listen({ port: Number(process.env.PORT ?? 3000) });

const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
await host.keys.create(record);
console.log(`http://localhost:${app.server.address().port} takes the key ${key}`);

process.once('SIGTERM', async () => {
  await host.stop();
  await app.close();
});
