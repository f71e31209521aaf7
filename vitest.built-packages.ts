import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A `node_modules` with the packages of this repository as built, for programs and workers that tests start. */
    readonly builtPackages: string;
  }
}

const root = fileURLToPath(new URL('.', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'platen-tests');
/** Whatever the bundles are made of. */
const inputs = [
  'packages/{*,*/*}/{src,bin,web,scripts}/**/*',
  'packages/{*,*/*}/test/fixtures/*.ts',
  'packages/{*,*/*}/{package.json,tsup.config.ts}',
  'scripts/bundle-packages.ts',
  'tsup.base.ts',
  'package-lock.json',
];
/** Older ones may be in use by another run. */
const keptBundles = 4;

/**
 * Programs and workers that tests start run built packages: from the sources a server takes twice the processor time to start,
 * a worker seven times. Bundled when the sources have changed.
 */
export default function setup(project: TestProject): void {
  const provide = () => project.provide('builtPackages', builtPackages());
  provide();
  project.onTestsRerun(async () => provide());
}

/** The `node_modules` with the packages as built, bundled unless it is there. */
export function builtPackages(): string {
  const folder = join(cache, hashOf(inputs));
  if (!existsSync(folder)) bundleInto(folder);
  return join(folder, 'node_modules');
}

function bundleInto(folder: string): void {
  const unfinished = `${folder}.${process.pid}`;
  execFileSync(process.execPath, [join(root, 'scripts/bundle-packages.ts'), unfinished], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Another run may have been faster.
  if (!existsSync(folder)) renameSync(unfinished, folder);
  const changed = (name: string) => statSync(join(cache, name)).mtimeMs;
  const byAge = readdirSync(cache).sort((a, b) => changed(b) - changed(a));
  for (const name of byAge.slice(keptBundles)) rmSync(join(cache, name), { recursive: true, force: true });
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync([...patterns], { cwd: root }).sort()) {
    const file = join(root, path);
    if (!path.includes('node_modules') && statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
