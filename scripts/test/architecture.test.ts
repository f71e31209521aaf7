import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('docs/architecture.md names files that exist', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const text = readFileSync(`${root}/docs/architecture.md`, 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
});
