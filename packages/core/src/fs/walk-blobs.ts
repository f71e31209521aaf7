import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

export interface WalkedFile {
  /** Below the root, with `/` between its segments. */
  readonly key: string;
  readonly sizeBytes: number;
  /** When the file got this name: moving it there does not change when it was written. */
  readonly changedAtMs: number;
}

/**
 * The files below `root`/`prefix`, folder by folder, the names of each in order. Begins after `cursor`, a key: folders
 * before it are not looked into.
 */
export async function* walkBlobs(
  root: string,
  prefix: string,
  cursor: string | null,
  skipped: string,
): AsyncGenerator<WalkedFile> {
  const after = cursor === null ? [] : cursor.slice(prefix === '' ? 0 : prefix.length + 1).split('/');
  yield* walkFolder(root, prefix, after, skipped);
}

async function* walkFolder(
  root: string,
  folder: string,
  after: readonly string[],
  skipped: string,
): AsyncGenerator<WalkedFile> {
  const [first, ...rest] = after;
  for (const name of (await namesIn(join(root, folder))).sort()) {
    if (name === skipped || (first !== undefined && name < first)) continue;
    const key = folder === '' ? name : `${folder}/${name}`;
    const info = await stat(join(root, key)).catch(nullWhenAbsent);
    if (info?.isDirectory()) yield* walkFolder(root, key, name === first ? rest : [], skipped);
    // The cursor itself was on the page before.
    else if (info?.isFile() && !(name === first && rest.length === 0)) {
      yield { key, sizeBytes: info.size, changedAtMs: info.ctimeMs };
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullWhenAbsent)) ?? [];
}

export function nullWhenAbsent(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
  throw error;
}
