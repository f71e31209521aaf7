import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Framework, hostManifest } from './host-manifest.ts';

/**
 * Writes a new host into a folder, over the packages of the registry or the tarballs of another folder. Rejects when there is
 * something in it, or a tarball is missing.
 */
export async function createHost(folder: string, framework: Framework, packages: string | null): Promise<void> {
  const tarballs = packages === null ? null : await listTarballs(resolve(packages), folder);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);

  const own = createRequire(import.meta.url).resolve('create-platen/package.json');
  const templates = join(dirname(own), 'templates');
  await cp(join(templates, 'common'), folder, { recursive: true });
  await cp(join(templates, framework), folder, { recursive: true });
  // npm leaves the first of these out of what it packs.
  for (const name of ['gitignore', 'dockerignore']) await rename(join(folder, name), join(folder, `.${name}`));

  const { version } = JSON.parse(await readFile(own, 'utf8')) as { readonly version: string };
  const manifest = hostManifest(packageName(folder), framework, version, tarballs);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What npm installs instead of the packages of this name, from a manifest in `folder`. */
async function listTarballs(packages: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const tarballs = new Map<string, string>();
  for (const file of await readdir(packages)) {
    const [, name] = /^platen-([a-z0-9-]+)-\d+\.\d+\.\d+.*\.tgz$/.exec(file) ?? [];
    if (name !== undefined) tarballs.set(`@platen/${name}`, `file:${relative(folder, join(packages, file))}`);
  }
  if (!tarballs.has('@platen/host')) {
    throw new Error(`${packages} has no platen-host-….tgz: "npm run pack -- <folder>" in a clone of Platen writes it`);
  }
  return tarballs;
}

/** The name of the folder, as far as it can be that of a package. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'platen-host' : name;
}
