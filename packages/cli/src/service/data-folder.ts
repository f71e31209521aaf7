import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** Where a server keeps everything: jobs and keys, files, secrets. Only its owner may look inside. */
export interface DataFolder {
  readonly path: string;
  readonly databaseFile: string;
  readonly blobFolder: string;
  /** On the same disk as the blobs, so that files move instead of being copied. */
  readonly stagingFolder: string;
  readonly sampleFolder: string;
  /** Sign download links: the first one signs, all verify. */
  readonly linkSecrets: readonly string[];
}

/** Opens the folder, making it and its link secret the first time. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return {
    path,
    databaseFile: databaseFileOf(path),
    blobFolder: join(path, 'blobs'),
    stagingFolder: join(path, 'staging'),
    sampleFolder: join(path, 'samples'),
    linkSecrets: await readSecrets(join(path, 'link-secrets')),
  };
}

export function databaseFileOf(folder: string): string {
  return join(resolve(folder), 'platen.db');
}

/** One secret a line. To rotate them, put a new one first and drop the last when no link of it is valid any more. */
async function readSecrets(file: string): Promise<readonly string[]> {
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // It is there from an earlier start.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secrets = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  if (secrets.length === 0)
    throw new UsageError('the file link-secrets in the data folder is empty: delete it for a new one');
  return secrets;
}
