import { generateApiKey } from '@platen/core';
import { platen } from '@platen/express';
import { createPlaten } from '@platen/host';
import express from 'express';

const host = await createPlaten({ data: 'data' });

const app = express();
app.get('/', (_request, response) => response.send('The routes of the host are its own.'));
app.use(platen(host));

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
