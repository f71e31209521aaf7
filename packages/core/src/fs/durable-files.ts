import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../error-code.ts';

/** Steps of storing a file so that it survives a power cut: flush the file, give it its name, flush the folder. */

/** Files are for their owner alone, whatever the umask and whoever wrote them. */
export const privateFileMode = 0o600;
const privateFolderMode = 0o700;

/** Makes a file private and flushes it to the disk. A symbolic link is refused: what it points to was not written here. */
export function flushFile(path: string): Promise<{ readonly sizeBytes: number }> {
  // O_NOFOLLOW does not exist on Windows.
  return withOpen(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0), async (handle) => {
    const [{ mode, size }] = await Promise.all([handle.stat(), handle.sync()]);
    if ((mode & 0o077) !== 0) {
      // EPERM: the file belongs to another user and keeps its mode.
      await handle.chmod(privateFileMode).catch(ignorePermission);
      await handle.sync();
    }
    return { sizeBytes: size };
  });
}

/**
 * Moves a flushed file to a name that must be free, in a folder of `makeDurableFolder`; false when the name is taken.
 * `link()` is the only call that is atomic and replaces nothing; where a file system has no hard links, a look before
 * `rename()` has to do.
 */
export async function publishFile(path: string, target: string): Promise<boolean> {
  const folder = dirname(target);
  // A concurrent removal may delete the empty folder before the file is in it.
  for (let attempt = 1; ; attempt += 1) {
    try {
      const linking = linkOrRename(path, target);
      const unlinking = linking.then((isLinked) => (isLinked ? unlink(path) : undefined));
      await Promise.all([unlinking, flushFolder(folder, linking)]);
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return false;
      if (code !== 'ENOENT' || attempt === 5) throw error;
      await makeDurableFolder(folder);
    }
  }
}

/**
 * Makes a folder in one that is there already: one call for each of the many folders that only jobs have. False when it
 * exists, or the one above it does not.
 */
export async function makeFolderInside(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: privateFolderMode });
  } catch (error) {
    if (!['EEXIST', 'ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error;
    return false;
  }
  await flushFolder(dirname(folder));
  return true;
}

/** Makes a folder and those above it. A new folder is durable once the one that lists it is flushed. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: privateFolderMode });
  if (first === undefined) return;
  for (let current = folder; current.length >= first.length; current = dirname(current)) {
    await flushFolder(dirname(current));
  }
}

/** Removes a folder and those above it that are empty, up to `root`. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let current = folder; current.length > root.length; current = dirname(current)) {
    try {
      await rmdir(current);
    } catch (error) {
      // Not empty, or gone already and its parent with it.
      if (errorCode(error) !== 'ENOENT') return;
    }
  }
}

function ignorePermission(error: unknown): void {
  if (errorCode(error) !== 'EPERM') throw error;
}

/** True when the file has both names now, false when it was moved. */
async function linkOrRename(path: string, target: string): Promise<boolean> {
  try {
    await link(path, target);
    return true;
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(errorCode(error))) throw error;
    if (await stat(target).catch(() => null)) throw Object.assign(new Error('name taken'), { code: 'EEXIST' });
    await rename(path, target);
    return false;
  }
}

/** Flushes a folder once `change` is made in it. It is opened meanwhile: a submission waits for each call to the disk. */
async function flushFolder(folder: string, change?: Promise<unknown>): Promise<void> {
  // Windows cannot open a folder, and needs no flush of it.
  if (process.platform === 'win32') return;
  await withOpen(folder, 'r', async (handle) => {
    await change;
    await handle.sync();
  });
}

/** Closing the descriptor is not awaited: flushed data is safe whatever happens then. */
async function withOpen<Result>(
  path: string,
  flags: string | number,
  use: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, flags);
  try {
    return await use(handle);
  } finally {
    handle.close().catch(() => {});
  }
}
