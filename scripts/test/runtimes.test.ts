import { expect, test } from 'vitest';
import { newestOf, warningsIn } from '../runtimes.ts';

test('the newest version is the one with the highest numbers, not the last or the longest', () => {
  expect(newestOf(['26.9.0', '26.12.1', '26.10.3'])).toBe('26.12.1');
  expect(newestOf(['26.1.0'])).toBe('26.1.0');
  expect(() => newestOf([])).toThrow('no version');
});

test('a warning of Node is found among what a program prints, and only that', () => {
  const known = '(node:12) ExperimentalWarning: SQLite is an experimental feature and might change at any time';
  const deprecated = '(node:12) [DEP0005] DeprecationWarning: Buffer() is deprecated';
  expect(
    warningsIn(
      `{"level":40,"msg":"a warning of ours"}\n${known}\n${deprecated}\n(Use \`node --trace-deprecation ...\`)`,
    ),
  ).toEqual([deprecated]);
});
