import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The unit of `blocks` in a file's status, whatever the file system's own (stat(2)). */
const blockBytes = 512;

export interface ClosureSize {
  readonly packages: number;
  /** What the files take on the disk. */
  readonly bytes: number;
}

/** What npm installed into a folder. */
export function npmClosure(folder: string): ClosureSize {
  const modules = join(folder, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { readonly packages: object };
  return { packages: Object.keys(lock.packages).length, bytes: diskBytes(modules) };
}

/** What pip installs for a package: in a new environment, whose own pip is not counted. Null without Python or network. */
export async function pipClosure(folder: string, name: string): Promise<ClosureSize | null> {
  try {
    await run('python3', ['-m', 'venv', '--without-pip', folder]);
    const target = join(folder, 'packages');
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', target, name], { maxBuffer: 2 ** 26 });
    const packages = readdirSync(target).filter((entry) => entry.endsWith('.dist-info')).length;
    return { packages, bytes: diskBytes(target) };
  } catch {
    return null;
  }
}

function diskBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => lstatSync(join(entry.parentPath, entry.name)).blocks * blockBytes)
    .reduce((sum, bytes) => sum + bytes, 0);
}
