import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** The packages of a platform are listed by what chooses among them. */
const choosers = Object.entries(lock.packages).filter(([, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).some((name) => /(linux|darwin|win32)/.test(name)),
);

const platforms = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64', libc: null },
  { os: 'darwin', cpu: 'arm64', libc: null },
  { os: 'win32', cpu: 'x64', libc: null },
  { os: 'win32', cpu: 'arm64', libc: null },
];

test('native packages are among those looked at', () => {
  const names = choosers.map(([path]) => path);
  expect(names).toEqual(
    expect.arrayContaining([
      'node_modules/sharp',
      'node_modules/@napi-rs/canvas',
      'node_modules/esbuild',
      'node_modules/rollup',
      'node_modules/turbo',
      'node_modules/@biomejs/biome',
    ]),
  );
});

test.each(choosers)('the lock has each platform package that %s names', (path, { optionalDependencies = {} }) => {
  const missing = Object.keys(optionalDependencies).filter((name) => findLocked(path, name) === null);
  expect(missing).toEqual([]);
});

test.each(platforms)('sharp and its libvips install on $os $cpu $libc', ({ os, cpu, libc }) => {
  const fitting = Object.keys(lock.packages['node_modules/sharp']?.optionalDependencies ?? {}).filter((name) => {
    const locked = lock.packages[`node_modules/${name}`];
    return locked?.os?.includes(os) && locked.cpu?.includes(cpu) && (libc === null || locked.libc?.includes(libc));
  });
  expect(fitting).not.toEqual([]);
});

/** Where `npm ci` finds a dependency of the package at `path`: beside it, or further up; null when the lock lacks it. */
function findLocked(path: string, name: string): Locked | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = lock.packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (found !== undefined) return found;
    if (folder === '') return null;
  }
}
