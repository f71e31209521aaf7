import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/**
 * Makes the page of a package stand alone: writes `repository`, `homepage` and `bugs` into the manifest in `folder`, makes the
 * links of its README absolute, and puts the licence beside it. `path` is where the repository has the package, such as
 * `packages/core`; `repository` the address of its page, such as `https://github.com/<owner>/<name>`.
 */
export async function stampPackage(
  folder: string,
  { root, path, repository }: { readonly root: string; readonly path: string; readonly repository: string },
): Promise<void> {
  const manifestFile = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Readonly<Record<string, unknown>>;
  const fields = {
    repository: { type: 'git', url: `git+${repository}.git`, directory: path },
    homepage: `${repository}/tree/main/${path}#readme`,
    bugs: `${repository}/issues`,
  };
  await writeFile(manifestFile, `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
  const readmeFile = join(folder, 'README.md');
  await writeFile(readmeFile, absoluteLinks(await readFile(readmeFile, 'utf8'), path, repository));
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** A README as the page of a package has it: links lead to the repository, and comments for tests are gone. */
export function absoluteLinks(markdown: string, path: string, repository: string): string {
  return markdown
    .replaceAll(/^<!-- given: .*-->\n/gm, '')
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g, absolute)))
    .join('');

  function absolute(_link: string, target: string): string {
    const kind = /\.(?:png|webp|svg)$/.test(target) ? 'raw' : 'blob';
    return `](${repository}/${kind}/main/${normalize(join(path, target))}`;
  }
}
