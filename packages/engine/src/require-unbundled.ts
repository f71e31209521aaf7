import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Throws when `url`, which should be that of a file of this package, points to a bundle, is undefined as in CommonJS
 * bundles, or is inside an archive (Yarn Plug'n'Play): workers are files found through their package and read by
 * separate processes.
 */
export function requireUnbundled(url: string | undefined, pnp: string | undefined = process.versions.pnp): void {
  if (pnp !== undefined) {
    throw new Error(
      "@platen/engine does not run under Yarn Plug'n'Play: its workers are separate processes, which cannot read packages in archives. Set nodeLinker: node-modules in .yarnrc.yml (docs/install.md)",
    );
  }
  if (url !== undefined && isOwnFile(url)) return;
  throw new Error(
    `@platen/engine cannot be part of a bundle${url === undefined ? '' : ` (${url})`}: its workers are separate files. Keep the packages of Platen external: esbuild --packages=external, "externals" of webpack, "serverExternalPackages" of Next.js (docs/install.md)`,
  );
}

function isOwnFile(url: string): boolean {
  try {
    const manifest = createRequire(url).resolve('@platen/engine/package.json');
    return fileURLToPath(url).startsWith(dirname(manifest) + sep);
  } catch {
    return false; // Not a file, or the package cannot be resolved.
  }
}
