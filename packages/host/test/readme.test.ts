import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPlaten, type Platen } from '../src/index.ts';

/** Runs the first JavaScript block of a README in a folder of its own, on a free port, and returns what it serves. */
async function runReadme(readme: URL): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-readme-'));
  const hosts: Platen[] = [];
  const modules: Readonly<Record<string, () => Promise<object>>> = {
    '@platen/express': () => import('@platen/express'),
    '@platen/host': async () => ({
      createPlaten: async (options: Parameters<typeof createPlaten>[0]) => {
        const host = await createPlaten(options);
        hosts.push(host as unknown as Platen);
        return host;
      },
    }),
    express: () => import('express'),
  };
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(readme, 'utf8')) ?? [];
  const code = example
    .replaceAll(/^import (\{.+\}) from ('.+');$/gm, 'const $1 = await load($2);')
    .replaceAll(/^import (\w+) from ('.+');$/gm, 'const { default: $1 } = await load($2);')
    .replace("'./data'", 'data')
    .replace('app.listen(3000);', "return app.listen(0, '127.0.0.1');");
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = AsyncFunction('load', 'data', code);
  const server = (await run((name: string) => modules[name]?.(), join(folder, 'data'))) as Server;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    for (const host of hosts) await host.stop(0);
    await rm(folder, { recursive: true });
  });
  await expect.poll(() => server.address()).not.toBeNull();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['the repository', new URL('../../../README.md', import.meta.url)],
  ['this package', new URL('../README.md', import.meta.url)],
])('the example in the README of %s serves the interface', async (_of, readme) => {
  const answer = await fetch(`${await runReadme(readme)}/api/v1/account`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'UNAUTHORIZED' });
});
