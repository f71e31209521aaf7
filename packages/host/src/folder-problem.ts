import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@platen/core/fs';
import { StartError } from './start-error.ts';

export { StartError } from './start-error.ts';

const problems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it cannot be created there',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a file is where a folder should be',
  EIO: 'the disk reports an error',
};

/**
 * Creates the folder, readable only by its owner, and writes to it once. Rejects with a `StartError` that names the folder
 * and the cause.
 */
export async function ensureWritableFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await writeProbe(folder);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

/** The `StartError` for a folder that cannot be used. */
export function folderProblem(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const problem = problems[code] ?? (error instanceof Error ? error.message : String(error));
  return new StartError(`the folder ${folder} cannot be used: ${problem}`, { cause: error });
}

/** A folder of another user may be there and full, or on a disk that went read-only: only a write shows it. */
async function writeProbe(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 });
  } finally {
    await rm(probe, { force: true });
  }
}
