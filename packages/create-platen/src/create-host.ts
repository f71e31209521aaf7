import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Framework, hostManifest } from './host-manifest.ts';

/** Writes a new host into a folder. Rejects when there is something in it. */
export async function createHost(folder: string, framework: Framework): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);

  const own = createRequire(import.meta.url).resolve('create-platen/package.json');
  const templates = join(dirname(own), 'templates');
  await cp(join(templates, 'common'), folder, { recursive: true });
  await cp(join(templates, framework), folder, { recursive: true });
  // npm leaves the first of these out of what it packs.
  for (const name of ['gitignore', 'dockerignore']) await rename(join(folder, name), join(folder, `.${name}`));

  const { version } = JSON.parse(await readFile(own, 'utf8')) as { readonly version: string };
  const manifest = hostManifest(packageName(folder), framework, version);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The name of the folder, as far as it can be that of a package. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'platen-host' : name;
}
