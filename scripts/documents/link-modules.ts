import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Makes a `node_modules` of what is installed in the repository, with our packages from the one that they were built into. */
export function linkModules(folder: string, builtPackages: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(installed)) {
    symlinkSync(join(name === '@platen' ? builtPackages : installed, name), join(folder, name), 'junction');
  }
}
