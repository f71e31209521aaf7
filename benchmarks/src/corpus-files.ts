import { readdir, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * The files of the corpus with one of these extensions, in a stable order. The corpus is the folder, or are
 * the folders, that `PLATEN_CORPUS` names as PATH does; a file that is there twice, by name, counts once.
 */
export async function corpusFiles(...extensions: readonly string[]): Promise<readonly string[]> {
  const folders = process.env.PLATEN_CORPUS?.split(delimiter);
  if (folders === undefined) throw new Error('Set PLATEN_CORPUS to a folder of documents to measure on.');
  const files = new Map<string, string>();
  for (const folder of folders) {
    const names = (await readdir(folder, { recursive: true, encoding: 'utf8' })).sort();
    for (const name of names) {
      const base = name.split('/').at(-1) ?? name;
      const path = join(folder, name);
      if (extensions.some((extension) => base.toLowerCase().endsWith(extension)) && (await stat(path)).isFile()) {
        files.set(base, files.get(base) ?? path);
      }
    }
  }
  return [...files.values()];
}
