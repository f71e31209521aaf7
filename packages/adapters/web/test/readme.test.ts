import { readFile } from 'node:fs/promises';
import type { ConversionEngine } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import type { Hono } from 'hono';
import { expect, test } from 'vitest';

const modules: Readonly<Record<string, () => Promise<object>>> = {
  '@hono/node-server/conninfo': () => import('@hono/node-server/conninfo'),
  '@platen/engine': () => import('@platen/engine'),
  '@platen/standard': () => import('@platen/standard'),
  '@platen/web': () => import('@platen/web'),
  hono: () => import('hono'),
};

/** Runs the first example of the README, with what it takes for granted handed in, and returns what it made. */
async function runExample(given: Readonly<Record<string, unknown>>): Promise<{ engine: ConversionEngine; app: Hono }> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const code = example.replaceAll(/^import (.+) from ('.+');$/gm, 'const $1 = await load($2);');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = AsyncFunction('load', ...Object.keys(given), `${code}\nreturn { engine, app };`);
  return run((name: string) => modules[name]?.(), ...Object.values(given));
}

test('the example of the README mounts the surface', async () => {
  const env = { LINK_SECRET: 'a secret of at least 32 characters' };
  const { engine, app } = await runExample({ keys: createMemoryKeyStore(), process: { env } });
  const incoming = { socket: { remoteAddress: '192.0.2.1' } };
  const { status } = await app.request('/convert/api/v1/account', {}, { incoming });
  await engine.stop(0);
  expect(status).toBe(401);
});
