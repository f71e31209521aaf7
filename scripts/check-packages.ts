import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packPackages } from './packed.ts';

// Looks at every package as its users will: what is packed, which types each import resolves to. Needs a build. Given a folder,
// it leaves the packages there.

interface Manifest {
  readonly name: string;
  /** A file that is no module has its path alone. */
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
}

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const failed: string[] = [];

// Stands for the address that the workflow of a release knows.
process.env.PLATEN_REPOSITORY ??= 'https://git.example/platen/platen';
const [kept] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'platen-packages-'));
try {
  const [packed, again] = await Promise.all([
    packPackages(resolve(kept ?? join(folder, 'first'))),
    packPackages(join(folder, 'again')),
  ]);
  for (const [index, { name, tarball }] of packed.entries()) {
    const second = again[index]?.tarball ?? '';
    if (!readFileSync(tarball).equals(readFileSync(second))) fail(name, 'packs other bytes the second time');
    await checkPage(name, tarball);
  }
  const manifests = globSync('packages/{*,*/*}/package.json', { cwd: root }).map(
    (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
  );
  const checks = packed.flatMap(({ name, tarball }) => {
    const { exports = {} } = manifests.find((each) => each.name === name) ?? {};
    return checksOf(exports, tarball).map(
      ([tool, args]) =>
        () =>
          check(name, tool, args),
    );
  });
  const work = async () => {
    for (let next = checks.shift(); next !== undefined; next = checks.shift()) await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.error(`Package checks failed: ${failed.join(', ')}`);
  process.exitCode = 1;
} else {
  console.log('Every package packs and types as it says.');
}

/** Whether the page of a package stands alone, and everything that is bundled is listed. */
async function checkPage(name: string, tarball: string): Promise<void> {
  const place = join(folder, 'files', basename(tarball));
  await mkdir(place, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  for (const field of ['repository', 'homepage', 'bugs', 'keywords']) {
    if (manifest[field] === undefined) fail(name, `has no ${field}`);
  }
  const readme = readFileSync(join(place, 'README.md'), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const relative = [...readme.matchAll(/\]\((?!https?:|mailto:|#)([^)]+)\)/g)].map(([, target]) => target);
  if (relative.length > 0) fail(name, `README.md has relative links: ${relative.join(', ')}`);
  if (!existsSync(join(place, 'LICENSE'))) fail(name, 'has no LICENSE');
  for (const missing of unlistedModules(place)) fail(name, `bundles ${missing} and does not list it`);
}

/** Packages of others that source maps name and that the lists of what is bundled do not. */
function unlistedModules(place: string): readonly string[] {
  const maps = globSync('dist/**/*.map', { cwd: place });
  const sources = maps.flatMap((path) => (JSON.parse(readFileSync(join(place, path), 'utf8')) as SourceMap).sources);
  const bundled = new Set(
    sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  const [notice, list] = ['THIRD-PARTY-LICENSES.md', 'bundled.cdx.json'].map((file) => {
    const path = join(place, 'dist', file);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  });
  const names = [...bundled].map((folder) => nameIn(folder));
  return names.filter((name) => !notice?.includes(`## ${name} `) || !list?.includes(`"name": "${name}"`));
}

/** The name of a package that may be installed under another one. */
function nameIn(folder: string): string {
  const manifest = join(root, 'node_modules', folder, 'package.json');
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).name : folder;
}

interface SourceMap {
  readonly sources: readonly string[];
}

function fail(name: string, what: string): void {
  failed.push(`${name} (${what})`);
}

/** The tools that look at a package, with their arguments. */
function checksOf(exports: Manifest['exports'], tarball: string): readonly (readonly [string, readonly string[]])[] {
  const publint = ['publint', ['run', '--strict', tarball]] as const;
  // A command line has nothing to import.
  if (Object.keys(exports).every((entry) => entry === './package.json')) return [publint];
  // Worker files and packages for ES modules only have no CommonJS side to be wrong about.
  const esmOnly = Object.keys(exports).filter((entry) => {
    const target = exports[entry];
    return typeof target === 'object' && !('require' in target);
  });
  const profile = esmOnly.includes('.') ? 'esm-only' : 'node16';
  const excluded = profile === 'node16' ? esmOnly.map((entry) => entry.replace('./', '')) : [];
  const exclusion = excluded.length > 0 ? ['--exclude-entrypoints', ...excluded] : [];
  return [publint, ['attw', [tarball, '--profile', profile, '--no-summary', ...exclusion]]];
}

async function check(name: string, tool: string, args: readonly string[]): Promise<void> {
  await run(join(bin, tool), [...args], { cwd: root, maxBuffer: 2 ** 26 }).catch(({ stdout, stderr }) => {
    failed.push(`${name} (${tool})`);
    console.error(`${name}: ${tool}\n${stdout}${stderr}`);
  });
}
