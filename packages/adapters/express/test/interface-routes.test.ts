import { silentLogger, systemClock } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { standardOperations } from '@platen/standard';
import type { RunningHost, StartHost } from '@platen/testing';
import express from 'express';
import express4 from 'express4';
import { expect, onTestFinished, test } from 'vitest';
import { startFastify } from '../../fastify/test/start-fastify.ts';
import { startExpress } from './start-express.ts';

/** What the interface says there is below /api/v1, and no more. */
const routes: Readonly<Record<string, string>> = {
  '/api/v1/pdf/to-word': 'POST',
  '/api/v1/pdf/to-excel': 'POST',
  '/api/v1/pdf/compress': 'POST',
  '/api/v1/pdf/merge': 'POST',
  '/api/v1/pdf/split': 'POST',
  '/api/v1/image/to-pdf': 'POST',
  '/api/v1/pdf/to-image': 'POST',
  '/api/v1/ocr': 'POST',
  '/api/v1/jobs/{jobId}': 'GET',
  '/api/v1/account': 'GET',
};
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Near misses, and what other services have there. */
const others = ['', '/jobs', '/keys', '/pdf', '/pdf/to-words', '/pdf/compress/x', '/image', '/docs', '/account/keys'];

async function serve(start: StartHost): Promise<RunningHost> {
  const engine = createEngine({ operations: standardOperations, logger: silentLogger });
  const surface = {
    engine,
    keys: createMemoryKeyStore(),
    linkSecrets: ['a secret for the links of the tests'],
    trustUploads: true,
    manage: false,
    openapi: true,
    health: true,
    metrics: true,
    clock: systemClock,
    logger: silentLogger,
  };
  const host = await start({ surface, prefix: '', trustProxy: false, parsers: 'none' });
  onTestFinished(async () => {
    await host.close();
    await engine.stop(0);
  });
  return host;
}

test.each<[string, StartHost]>([
  ['Express 4', startExpress(express4)],
  ['Express 5', startExpress(express)],
  ['Fastify 5', startFastify],
])('%s has exactly the routes of the interface below /api/v1, each with its one method', async (_name, start) => {
  const { origin } = await serve(start);
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const described = Object.entries(paths).filter(([path]) => path.startsWith('/api/v1'));
  expect(Object.fromEntries(described.map(([path, item]) => [path, Object.keys(item).join().toUpperCase()]))).toEqual(
    routes,
  );

  const answers: Record<string, Record<string, number>> = {};
  const paths404 = others.map((path) => `/api/v1${path}`);
  for (const path of [...Object.keys(routes), ...paths404]) {
    const url = origin + path.replace('{jobId}', '00000000-0000-0000-0000-000000000000');
    const statuses = await Promise.all(methods.map(async (method) => (await fetch(url, { method })).status));
    answers[path] = Object.fromEntries(methods.map((method, index) => [method, statuses[index] ?? 0]));
  }
  const expected = [...Object.keys(routes), ...paths404].map((path) => [
    path,
    Object.fromEntries(
      // Without a key: 401 is a route that is there.
      methods.map((method) => [method, routes[path] === undefined ? 404 : routes[path] === method ? 401 : 405]),
    ),
  ]);
  expect(answers).toEqual(Object.fromEntries(expected));
});
