import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What anybody but the owner may do. */
const othersMode = 0o077;
/** SQLite makes these beside the database, with its mode; those of an earlier start may have another. */
const sideFiles = ['-wal', '-shm', '-journal'];

/**
 * Makes the file and its folder when they are missing, and lets nobody but their owner read the file, whatever the umask
 * and whoever made it. An existing file is never opened here: closing it would drop the locks of this process on it.
 */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (const path of [file, ...sideFiles.map((suffix) => `${file}${suffix}`)]) withdrawFromOthers(path);
}

function withdrawFromOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === 'win32' || (mode & othersMode) === 0) return;
  try {
    chmodSync(path, mode & 0o777 & ~othersMode);
  } catch (error) {
    // EPERM: the file of another user who lets us write it. ENOENT: a side file that went away at this moment.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
