import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type ConversionEngine, ConversionError, type Logger, storageUnavailable } from '@platen/core';
import { expect, test } from 'vitest';
import { createHttpSurface } from '../src/http-surface.ts';

type Line = readonly [level: keyof Logger, fields: Readonly<Record<string, unknown>>, message: string];

/** Asks for a job of an engine that fails with `error`, and resolves to what is logged. */
async function linesFor(error: Error): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const to = (level: keyof Logger) => (fields: object, message: string) =>
    void lines.push([level, fields as Line[1], message]);
  const logger = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') } as Logger;
  const engine = {
    isolated: true,
    operations: new Map(),
    limits: { maxRequestBytes: 1 },
    get: async () => Promise.reject(error),
  } as unknown as ConversionEngine;
  const surface = createHttpSurface({
    engine,
    logger,
    authenticator: { authenticate: async () => ({ ownerId: 'acme' }) },
    linkSecrets: ['a secret of at least 32 characters'],
  });
  const message = new IncomingMessage(new Socket());
  message.rawHeaders.push('Host', 'example.com');
  Object.assign(message.headers, { host: 'example.com', 'x-correlation-id': 'mine', 'x-api-key': 'a key' });
  message.complete = true;
  const response = new ServerResponse(message);
  const origin = 'http://example.com';
  const where = { url: '/api/v1/jobs/a-job?token=open-sesame', origin, mountPath: '', remoteAddress: '192.0.2.1' };
  await surface.handle({ method: 'GET', ...where, message, response });
  surface.close();
  return lines;
}

const fields = { correlationId: 'mine', method: 'GET', path: '/api/v1/jobs/{jobId}' };

test.each([
  ['a refusal', new ConversionError('JOB_NOT_FOUND', 'There is no such job'), 'debug'],
  [
    'a service that is full',
    new ConversionError('SERVICE_UNAVAILABLE', 'Full', { details: { reason: 'queue_full' } }),
    'warn',
  ],
  ['a store that is down', storageUnavailable(new Error('connection refused')), 'error'],
  ['anything unexpected', new TypeError('oops'), 'error'],
] as const)('%s is one line, with the route and not the address', async (_, error, level) => {
  const lines = await linesFor(error);
  expect(lines).toMatchObject([[level, fields, expect.any(String)]]);
  expect(JSON.stringify(lines)).not.toMatch(/open-sesame|a key|a-job/);
});
