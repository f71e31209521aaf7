import { globSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dependencyRoot } from './dependency-root.ts';

/**
 * Files to copy, by the name of the dependency they belong to: globs within it, or `{ from, to }` for one file that
 * gets another name. Its manifest comes along in any case, because it says how its files are to be loaded.
 */
export type CopiedFiles = Readonly<
  Record<string, readonly (string | { readonly from: string; readonly to: string })[]>
>;

/** Copies files of dependencies into the build of the package in the working directory. Rejects when a glob finds none. */
export async function copyFiles(copied: CopiedFiles): Promise<void> {
  for (const [name, patterns] of Object.entries(copied)) {
    const from = dependencyRoot(name);
    const to = join('dist', 'vendor', name);
    await copyManifest(from, to);
    for (const pattern of patterns) {
      if (typeof pattern !== 'string') {
        await cp(join(from, pattern.from), join(to, pattern.to));
        continue;
      }
      const paths = globSync(pattern, { cwd: from });
      if (paths.length === 0) throw new Error(`${name} has no file ${pattern}`);
      for (const path of paths) await cp(join(from, path), join(to, path), { recursive: true });
    }
  }
}

/** Without its exports: Node does not look at those of a package within a package. */
async function copyManifest(from: string, to: string): Promise<void> {
  const { exports: _, ...manifest } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
