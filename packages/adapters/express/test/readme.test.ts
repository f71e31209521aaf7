import { readFile } from 'node:fs/promises';
import type { ConversionEngine } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import express from 'express';
import { expect, test } from 'vitest';
import { listen } from './start-express.ts';

const modules: Readonly<Record<string, () => Promise<object>>> = {
  '@platen/engine': () => import('@platen/engine'),
  '@platen/express': () => import('@platen/express'),
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
  const app = express();
  const engine = await runExample({ app, keys: createMemoryKeyStore(), process: { env } });
  const host = await listen(app);
  const { status } = await fetch(`${host.origin}/api/v1/account`);
  await host.close();
  await engine.stop(0);
  expect(status).toBe(401);
});
