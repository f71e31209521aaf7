import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the build copies files of dependencies to; not there beside the sources. */
const vendor = fileURLToPath(new URL('./vendor', import.meta.url));

/**
 * The folder with the files of a dependency that are loaded by their path: those the build copied into this package, or
 * else the dependency as it is installed. Which files there are says `copied` in `tsup.config.ts`.
 */
export function dependencyFolder(name: string): string {
  const copied = join(vendor, name);
  if (existsSync(copied)) return copied;
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}

/** The folder that holds the dependencies of a scope which the build copied; may not be there. */
export function copiedScope(scope: string): string {
  return join(vendor, scope);
}
