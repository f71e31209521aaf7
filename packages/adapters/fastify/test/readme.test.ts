import { readFile } from 'node:fs/promises';
import type { ConversionEngine } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import fastify from 'fastify';
import { expect, test } from 'vitest';

const modules: Readonly<Record<string, () => Promise<object>>> = {
  '@platen/engine': () => import('@platen/engine'),
  '@platen/fastify': () => import('@platen/fastify'),
  '@platen/standard': () => import('@platen/standard'),
};

/** Runs the first example of the README, with what it takes for granted handed in, and returns its engine. */
async function runExample(given: Readonly<Record<string, unknown>>): Promise<ConversionEngine> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const code = example.replaceAll(/^import (.+) from ('.+');$/gm, 'const $1 = await load($2);');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = AsyncFunction('load', ...Object.keys(given), `${code}\nreturn engine;`);
  return run((name: string) => modules[name]?.(), ...Object.values(given));
}

test('the example of the README mounts the surface', async () => {
  const env = { LINK_SECRET: 'a secret of at least 32 characters' };
  const app = fastify();
  const engine = await runExample({ app, keys: createMemoryKeyStore(), process: { env } });
  const { statusCode } = await app.inject('/convert/api/v1/account');
  await app.close();
  await engine.stop(0);
  expect(statusCode).toBe(401);
});
