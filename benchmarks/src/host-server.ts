import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { generateApiKey } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { platen as onExpress } from '@platen/express';
import { platen as onFastify } from '@platen/fastify';
import { pdfToImage } from '@platen/pdf-to-image';
import { createSqliteStore } from '@platen/sqlite';
import { platen as onWeb } from '@platen/web';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { emptyOperation } from './empty-operation.ts';
import { serveBenchmark } from './serve-benchmark.ts';

// A host as a user would write it, run as a child of the host benchmark: it reports on itself over IPC.

const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const store = await createSqliteStore({ file: join(folder, 'platen.db') });
const { key, record } = generateApiKey({ id: 'bench', name: 'bench', createdAt: Date.now() });
await store.keys.create(record);
const engine = createEngine({
  operations: [emptyOperation, pdfToImage],
  jobs: store.jobs,
  blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
  executor: createProcessExecutor(),
  stagingFolder: join(folder, 'staging'),
  limits: { maxFileBytes: 2 ** 31, maxRequestBytes: 2 ** 31 },
});
await engine.start();

const surface = { engine, keys: store.keys, linkSecrets: ['0'.repeat(32)], requestsPerMinute: null, health: true };

/** The same surface through each adapter: the framework is the argument. */
const frameworks: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
  express: () => express().use(onExpress(surface)),
  async fastify() {
    const app = fastify();
    await app.register(onFastify, surface);
    await app.ready();
    return app.routing;
  },
  hono() {
    const handler = onWeb(surface);
    const app = new Hono<{ Bindings: HttpBindings }>();
    for (const path of handler.paths) {
      app.all(path, ({ req, env }) => handler(req.raw, { remoteAddress: env.incoming.socket.remoteAddress }));
    }
    return getRequestListener(app.fetch);
  },
};
const framework = frameworks[process.argv[2] ?? ''];
if (framework === undefined) throw new Error(`no framework: ${process.argv[2]}`);
serveBenchmark(await framework(), key, async () => {
  await engine.stop(0);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
