import { chmod, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readLinkSecrets } from '@platen/core/fs';
import { type FileLock, lockFile } from '@platen/sqlite';
import { ensureWritableFolder, folderProblem } from './folder-problem.ts';
import { StartError } from './start-error.ts';

export { openStore } from './open-store.ts';
export { requireDescriptors } from './require-descriptors.ts';

/** The data folder of a server, with its jobs, keys, files and secrets. Only its owner can read it. */
export interface DataFolder {
  readonly path: string;
  readonly databaseFile: string;
  readonly blobFolder: string;
  /** On the same disk as the blobs, so that files are moved instead of copied. */
  readonly stagingFolder: string;
  readonly sampleFolder: string;
  /** Secrets of download links: the first one signs, all verify. */
  readonly linkSecrets: readonly string[];
  /** Releases the folder, so that another server can use it. */
  release(): void;
}

/** What may lie in a data folder: one with anything else in it belongs to somebody else too. */
const ownNames =
  /^(platen\.(db|lock).*|link-secrets|first-key|first-password|dashboard-password|blobs|staging|samples|\.probe-.*|lost\+found)$/;

/**
 * Opens and locks a data folder. The first time, it creates the folder and its link secret. The lock lasts until `release`
 * or the end of the process. Rejects with a `StartError` if the folder cannot be written or another server uses it.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder);
  await ensureWritableFolder(path);
  const lock = lockDataFolder(path);
  if (lock === null) throw new StartError(`the data folder ${path} is in use: another Platen server runs on it`);
  try {
    const parts = {
      blobFolder: join(path, 'blobs'),
      stagingFolder: join(path, 'staging'),
      sampleFolder: join(path, 'samples'),
    };
    for (const part of Object.values(parts)) await ensureWritableFolder(part);
    const secretFile = join(path, 'link-secrets');
    const linkSecrets = await readSecrets(secretFile);
    await withdrawFromOthers(path, [...Object.values(parts), secretFile]);
    return { path, databaseFile: databaseFileOf(path), ...parts, linkSecrets, release: lock.release };
  } catch (error) {
    lock.release();
    throw folderProblem(path, error);
  }
}

/** Locks a data folder; null if a server runs on it. */
export function lockDataFolder(folder: string): FileLock | null {
  return lockFile(join(folder, 'platen.lock'));
}

/** The path of the database in a data folder, even if there is no such file. */
export function databaseFileOf(folder: string): string {
  return join(resolve(folder), 'platen.db');
}

async function readSecrets(file: string): Promise<readonly string[]> {
  try {
    return await readLinkSecrets(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw new StartError((error as Error).message);
    throw folderProblem(file, error);
  }
}

/** A folder that somebody made with another mode, and what is in it; not one that is shared with other things. */
async function withdrawFromOthers(path: string, parts: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  const isOurs = (await readdir(path)).every((name) => ownNames.test(name));
  for (const part of isOurs ? [path, ...parts] : parts) {
    const { mode } = await stat(part);
    if ((mode & 0o077) !== 0) await chmod(part, mode & 0o700).catch(ignorePermission);
  }
}

/** The folder of another user in which we may write: its modes are that user's. */
function ignorePermission(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
}
