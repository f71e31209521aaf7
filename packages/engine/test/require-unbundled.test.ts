import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { requireUnbundled } from '../src/require-unbundled.ts';

test('a file of the package itself is no bundle', () => {
  expect(() => requireUnbundled(new URL('../src/index.ts', import.meta.url).href)).not.toThrow();
});

test.each([
  ['beside the packages', new URL('../../../dist/server.mjs', import.meta.url).href],
  ['without them', pathToFileURL('/srv/server.mjs').href],
  ['of CommonJS', undefined],
])('a bundle %s is refused, with what to do', (_, url) => {
  expect(() => requireUnbundled(url)).toThrow(/cannot be part of a bundle.*--packages=external/);
});

test("Yarn Plug'n'Play is refused, with what to do", () => {
  const own = new URL('../src/index.ts', import.meta.url).href;
  expect(() => requireUnbundled(own, '3')).toThrow(/does not run under Yarn Plug'n'Play.*nodeLinker: node-modules/);
});
