import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a dependency as the package in the working directory sees it. */
export function dependencyRoot(name: string): string {
  for (let folder = process.cwd(); folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  throw new Error(`${name} is not installed`);
}
