import { readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { nullWhenAbsent } from './walk-blobs.ts';

/**
 * A folder is created just before the file in it: one that stayed empty this long belongs to a process that died in
 * between.
 */
const abandonedAgeMs = 60 * 60_000;

/** Removes the folders below `root` that have been empty for an hour, but for `spared`. */
export async function removeAbandonedFolders(root: string, spared: string): Promise<void> {
  for (const entry of await entriesOf(root)) {
    if (entry.isDirectory() && entry.name !== spared) await removeIfAbandoned(join(root, entry.name));
  }
}

async function removeIfAbandoned(folder: string): Promise<void> {
  const entries = await entriesOf(folder);
  for (const entry of entries) if (entry.isDirectory()) await removeIfAbandoned(join(folder, entry.name));
  if (entries.length > 0) return;
  const info = await stat(folder).catch(nullWhenAbsent);
  if (info === null || Date.now() - info.mtimeMs < abandonedAgeMs) return;
  await rmdir(folder).catch(ignoreTaken);
}

async function entriesOf(folder: string) {
  return (await readdir(folder, { withFileTypes: true }).catch(nullWhenAbsent)) ?? [];
}

/** Already gone, or a file was just put there. */
function ignoreTaken(error: unknown): void {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
}
