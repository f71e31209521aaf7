import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packPackages } from './packed.ts';

// Looks at every package as its users will: what is packed, which types each import resolves to. Needs a build.

interface Manifest {
  readonly name: string;
  /** A file that is no module has its path alone. */
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
}

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const failed: string[] = [];

const folder = await mkdtemp(join(tmpdir(), 'platen-packages-'));
try {
  const packed = await packPackages(folder);
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
