import { generateApiKey } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { platen } from '@platen/fastify';
import { createSqliteStore } from '@platen/sqlite';
import { standardOperations } from '@platen/standard';
import Fastify from 'fastify';

const store = createSqliteStore({ file: 'data/platen.db' });
const engine = createEngine({
  operations: standardOperations,
  jobs: store.jobs,
  blobs: createFsBlobStore({ folder: 'data/blobs' }),
  stagingFolder: 'data/staging',
  // What strangers upload runs in confined child processes.
  executor: createProcessExecutor(),
});
await engine.start();

const app = Fastify();
app.get('/', async () => 'The routes of the host are its own.');
app.register(platen, {
  engine,
  keys: store.keys,
  quotas: store.quotas,
  // In production: from your secret store, the same on every start.
  linkSecrets: [process.env.LINK_SECRET ?? 'a secret of at least 32 characters'],
});
await app.listen({ port: Number(process.env.PORT ?? 3000) });

const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
await store.keys.create(record);
console.log(`http://localhost:${app.server.address().port} takes the key ${key}`);

process.once('SIGTERM', async () => {
  await engine.stop();
  await app.close();
  await store.close();
});
