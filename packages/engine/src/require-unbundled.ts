import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Throws when `url`, the one of a file of this package, is that of a bundle, or none, as in bundles of CommonJS: the files of
 * workers are found through the package that they belong to, and in a bundle there is none.
 */
export function requireUnbundled(url: string | undefined): void {
  if (url !== undefined && isOwnFile(url)) return;
  throw new Error(
    `@platen/engine cannot be part of a bundle${url === undefined ? '' : ` (${url})`}: its workers are files of their own. Keep the packages of Platen external: esbuild --packages=external, "externals" of webpack, "serverExternalPackages" of Next.js (docs/install.md)`,
  );
}

function isOwnFile(url: string): boolean {
  try {
    const manifest = createRequire(url).resolve('@platen/engine/package.json');
    return fileURLToPath(url).startsWith(dirname(manifest) + sep);
  } catch {
    return false; // Not a file, or no such package in reach.
  }
}
