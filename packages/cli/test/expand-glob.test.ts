import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandGlob } from '../src/convert/expand-glob.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-glob-'));
  for (const name of [
    'a.pdf',
    'b.PDF',
    'c.txt',
    '.h.pdf',
    'x/a.pdf',
    'x/y/b.pdf',
    'x/y/z/c.pdf',
    '.git/d.pdf',
    'a+b.pdf',
  ]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), '');
  }
  await symlink('.', join(folder, 'x/loop')).catch(() => {}); // Where links need a privilege.
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function expand(pattern: string, platform: NodeJS.Platform = 'linux') {
  const { base, files } = await expandGlob(join(folder, pattern), platform);
  return { base: relative(folder, base), files: files.map((file) => relative(folder, file)).toSorted() };
}

test.each([
  ['*.pdf', ['a+b.pdf', 'a.pdf']],
  ['*.{pdf,txt}', ['a+b.pdf', 'a.pdf', 'c.txt']],
  ['?.*', ['a.pdf', 'b.PDF', 'c.txt']],
  ['[ab].*', ['a.pdf', 'b.PDF']],
  ['[!a].*', ['b.PDF', 'c.txt']],
  ['[a-c].pdf', ['a.pdf']],
  ['.*.pdf', ['.h.pdf']],
  ['a+b*', ['a+b.pdf']],
  ['**/*.pdf', ['a+b.pdf', 'a.pdf', 'x/a.pdf', 'x/y/b.pdf', 'x/y/z/c.pdf']],
  ['**/**/c.*', ['c.txt', 'x/y/z/c.pdf']],
  ['x/**', ['x/a.pdf', 'x/y/b.pdf', 'x/y/z/c.pdf']],
  ['x/*/*.pdf', ['x/loop/a.pdf', 'x/y/b.pdf']],
  ['x/**/z/*', ['x/y/z/c.pdf']],
  ['nowhere/*.pdf', []],
])('%s stands for %j', async (pattern, expected) => {
  expect((await expand(pattern)).files).toEqual(expected);
});

test('the base is what comes before the first wildcard', async () => {
  expect((await expand('x/y/**/*.pdf')).base).toBe(join('x', 'y'));
  expect((await expand('*.pdf')).base).toBe('');
});

test('on Windows letter case does not matter, and folders may be parted by backslashes', async () => {
  expect((await expand('*.pdf', 'win32')).files).toEqual(['a+b.pdf', 'a.pdf', 'b.PDF']);
  expect((await expandGlob(`${folder}\\x\\*.pdf`, 'win32')).files).toEqual([join(folder, 'x/a.pdf')]);
});

test('alternatives that multiply are bounded', async () => {
  await expect(expand('{a,b}'.repeat(30))).rejects.toThrow('more than 1000 alternatives');
});
