import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { testCopy } from '@platen/testing';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './start-express.ts';

const surface = {
  engine: createEngine({ operations: [testCopy] }),
  authenticator: { authenticate: async () => null },
  linkSecrets: ['a secret of at least 32 characters'],
  trustUploads: true,
};

test('a framework that is not Express learns what to do', async () => {
  const middleware = platen(surface);
  const host = await listen((request, response) => {
    try {
      middleware(request as never, response as never, () => response.end('next'));
    } catch (error) {
      response.end(String(error));
    }
  });
  onTestFinished(() => host.close());
  const answer = await (await fetch(`${host.origin}/api/v1/account`)).text();
  expect(answer).toMatch(/^TypeError: This middleware is for Express.*express\(\)\.use/);
});

test('a framework that hands its requests to an application of Express is served', async () => {
  const app = express().use(platen(surface));
  const host = await listen((request, response) => app(request, response));
  onTestFinished(() => host.close());
  expect((await fetch(`${host.origin}/api/v1/account`)).status).toBe(401);
});
