import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateApiKey } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { standardOperations } from '@platen/standard';
import express from 'express';

export interface PlatenServer extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
}

/** A real server under a prefix, with every operation and one key. */
export async function servePlaten(): Promise<PlatenServer> {
  const engine = createEngine({ operations: standardOperations, keepFailedInputs: true });
  await engine.start();
  const keys = createMemoryKeyStore();
  const { key, record } = generateApiKey({ id: 'key', name: 'client', createdAt: Date.now() });
  await keys.create(record);
  const app = express();
  const linkSecrets = ['a secret of at least 32 characters'];
  app.use(
    '/convert',
    platen({ engine, keys, linkSecrets, requestsPerMinute: null, trustUploads: true, manage: true, openapi: true }),
  );
  const server = createServer(app);
  const url = `${await listen(server)}/convert`;
  return {
    url,
    apiKey: key,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await engine.stop();
    },
  };
}

/** Listens on any free port of this machine. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
