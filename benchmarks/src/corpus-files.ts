import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CorpusFile, corpus, writeCorpus } from '@platen/cli/bench';
import { runSettings } from './run-settings.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache/platen-bench', import.meta.url));
const used = new Map<string, number>();

/**
 * The files with one of these extensions, in a stable order: those of the folders that `PLATEN_CORPUS` names as PATH
 * does, where a file that is there twice, by name, counts once; without it, those that are generated.
 */
export async function corpusFiles(...extensions: readonly string[]): Promise<readonly string[]> {
  const folders = process.env.PLATEN_CORPUS?.split(delimiter);
  if (folders === undefined)
    return generatedFiles(({ name }) => extensions.some((extension) => name.endsWith(extension)));
  const files = new Map<string, string>();
  for (const folder of folders) {
    const names = (await readdir(folder, { recursive: true, encoding: 'utf8' })).sort();
    for (const name of names) {
      const base = basename(name);
      const path = join(folder, name);
      if (extensions.some((extension) => base.toLowerCase().endsWith(extension)) && (await stat(path)).isFile()) {
        files.set(base, files.get(base) ?? path);
      }
    }
  }
  return noted([...files.values()]);
}

/** Generated files, of a quick run only the quick ones; made when they are first asked for, and kept. */
export async function generatedFiles(wanted: (file: CorpusFile) => boolean): Promise<readonly string[]> {
  const files = corpus.filter((file) => wanted(file) && (file.isQuick || !runSettings.quick));
  return noted(await writeCorpus(cache, files));
}

/** Names and sizes in bytes of the files that a benchmark has asked for since the last call. */
export function takeUsedFiles(): readonly (readonly [name: string, bytes: number])[] {
  const files = [...used];
  used.clear();
  return files;
}

function noted(paths: readonly string[]): readonly string[] {
  for (const path of paths) used.set(basename(path), statSync(path).size);
  return paths;
}
