import type { Readable } from 'node:stream';
import { blobNotFound, type JobRecord, type Principal } from '@platen/core';
import { expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/exchange.ts';
import type { EventStreams, StreamRequest } from '../../src/manage/event-streams.ts';
import { createManageRoutes } from '../../src/manage/manage-routes.ts';
import type { Surface } from '../../src/surface-options.ts';

const principal = { ownerId: 'acme', scopes: null } as Principal;
const credentials = { apiKey: 'key', request: { headers: {} } };
const exchange = { request: { method: 'GET' }, credentials } as unknown as Exchange;

function find(surface: object, path: string, streams: Partial<EventStreams> = {}) {
  const routes = createManageRoutes(surface as Surface, streams as EventStreams);
  const route = routes.find((each) => each.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  return route;
}

test.each([
  ['the same owner', { ownerId: 'acme' }, true],
  ['another owner', { ownerId: 'other' }, false],
  ['nobody, as of a key that was revoked', null, false],
])('a stream whose key is that of %s', async (_, caller, expected) => {
  const opened: StreamRequest[] = [];
  const streams = { open: async (request: StreamRequest) => opened.push(request) as unknown as Readable };
  const authenticate = vi.fn(async () => caller);
  const surface = { engine: { jobWebhooks: null }, authenticator: { authenticate } };
  await find(surface, '/api/manage/events', streams).answer(exchange, principal, '');
  expect(await opened[0]?.isAllowed()).toBe(expected);
  expect(authenticate).toHaveBeenCalledWith(credentials);
});

test.each([
  ['a job that is deleted while its archive is sent is no error of the service', blobNotFound('a'), 'warn'],
  ['a disk that fails is one', new Error('EIO'), 'error'],
])('%s', async (_, problem, level) => {
  const logged: string[] = [];
  const logger = { warn: () => logged.push('warn'), error: () => logged.push('error') };
  const outputs = [{ fileName: 'a.pdf', sizeBytes: 1 }];
  const job = { ownerId: 'acme', state: 'completed', outputs, updatedAt: 0, finishedAt: 0 } as unknown as JobRecord;
  const engine = { jobWebhooks: null, get: async () => job, open: () => Promise.reject(problem) };
  const route = find({ engine, logger }, '/api/manage/jobs/{jobId}/outputs.zip');
  const { body } = await route.answer(exchange, principal, 'job');
  (body as Readable).resume();
  await expect.poll(() => logged).toEqual([level]);
});
