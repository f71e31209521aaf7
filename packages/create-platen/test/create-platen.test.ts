import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../src/main.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-platen-'));
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test.each(['express', 'fastify'])('a host on %s has an app, a server, a test and only what it needs', async (name) => {
  const host = join(folder, 'My Host');
  expect(await main([host, '--framework', name, '--no-install'])).toBe(0);
  expect((await readdir(host, { recursive: true })).toSorted()).toEqual(
    expect.arrayContaining([
      '.dockerignore',
      '.gitignore',
      'Dockerfile',
      'README.md',
      'package.json',
      'src/app.ts',
      'src/server.ts',
      'test/app.test.ts',
      'tsconfig.json',
    ]),
  );
  const manifest = JSON.parse(await readFile(join(host, 'package.json'), 'utf8'));
  expect(manifest.name).toBe('my-host');
  expect(Object.keys(manifest.dependencies)).toEqual([
    '@platen/cli',
    '@platen/core',
    '@platen/dashboard',
    `@platen/${name}`,
    '@platen/host',
    name,
  ]);
});

test('packages that are not published come from a folder of tarballs, with what they need of each other', async () => {
  const packages = join(folder, 'tarballs');
  await mkdir(packages);
  const names = ['cli', 'core', 'dashboard', 'express', 'host', 'engine', 'pdf-to-word'];
  for (const name of names) await writeFile(join(packages, `platen-${name}-0.1.0.tgz`), '');
  const host = join(folder, 'host');
  expect(await main([host, '--packages', packages, '--no-install'])).toBe(0);
  const manifest = JSON.parse(await readFile(join(host, 'package.json'), 'utf8'));
  expect(manifest.dependencies['@platen/host']).toBe('file:../tarballs/platen-host-0.1.0.tgz');
  expect(manifest.overrides).toEqual({
    '@platen/engine': 'file:../tarballs/platen-engine-0.1.0.tgz',
    '@platen/pdf-to-word': 'file:../tarballs/platen-pdf-to-word-0.1.0.tgz',
  });
  expect(await main([join(folder, 'other'), '--packages', host, '--no-install'])).toBe(1);
  expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining('npm run pack'));
});

test('what the Dockerfile of a host copies and starts is there, and no secret of a data folder', async () => {
  const host = join(folder, 'host');
  await main([host, '--no-install']);
  const dockerfile = await readFile(join(host, 'Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(\S+)/gm)].map(([, path]) => path);
  const started = /^CMD \["node", "(\S+)"\]/m.exec(dockerfile)?.[1];
  const files = await readdir(host, { recursive: true });
  expect(files).toEqual(expect.arrayContaining([...copied, started]));
  expect((await readFile(join(host, '.dockerignore'), 'utf8')).split('\n')).toEqual(expect.arrayContaining(['data']));
});

test('a host has the versions that the packages are released and tested with', async () => {
  const read = async (path: string) => JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));
  const own = await read('create-platen/package.json');
  const [express, fastify, root] = [
    await read('adapters/express/package.json'),
    await read('adapters/fastify/package.json'),
    await read('../package.json'),
  ];
  await main([join(folder, 'one'), '--no-install']);
  await main([join(folder, 'two'), '--framework=fastify', '--no-install']);
  const one = JSON.parse(await readFile(join(folder, 'one', 'package.json'), 'utf8'));
  const two = JSON.parse(await readFile(join(folder, 'two', 'package.json'), 'utf8'));
  expect(one.dependencies['@platen/host']).toBe(own.version);
  expect(one.dependencies.express).toBe(express.devDependencies.express);
  expect(one.devDependencies['@types/express']).toBe(express.devDependencies['@types/express']);
  expect(two.dependencies.fastify).toBe(fastify.devDependencies.fastify);
  expect(one.devDependencies.typescript).toBe(root.devDependencies.typescript);
  expect(one.devDependencies['@types/node']).toBe(root.devDependencies['@types/node']);
});

test('nothing is written into a folder that has something in it', async () => {
  await writeFile(join(folder, 'mine.txt'), 'mine');
  expect(await main([folder, '--no-install'])).toBe(1);
  expect(await readdir(folder)).toEqual(['mine.txt']);
});

test.each([[['--framework', 'koa']], [['one', 'two']], [['--colour']]])('%j is refused with 2', async (args) => {
  expect(await main(args)).toBe(2);
  expect(console.error).toHaveBeenCalledOnce();
});
