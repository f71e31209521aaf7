import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those it lies in, each for its owner alone. Node's own `recursive` never ends where a folder that is
 * there takes no other and answers ENOENT, as /proc does.
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  const error = await tryMake(folder, mode);
  if (error === null) return;
  const parent = dirname(folder);
  if (error.code !== 'ENOENT' || parent === folder) throw error;
  await makeFolder(parent, mode);
  const again = await tryMake(folder, mode);
  if (again !== null) throw again;
}

/** Null when the folder is there afterwards, whoever made it; else why not. */
async function tryMake(folder: string, mode: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(folder, { mode });
    return null;
  } catch (error) {
    // A read-only disk, or the root of a drive, refuses a folder that is there with another code than EEXIST.
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? null : (error as NodeJS.ErrnoException);
  }
}
