import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { processingFailed } from '@platen/core';
import { copiedScope } from '../dependency-folder.ts';

/** The variants inside a `@tesseract.js-data` package, the cheaper first: they read equally well. */
const packageVariants = ['4.0.0_best_int', '4.0.0'];

/** Data for orientation and for formulas: no languages. */
const notLanguages = new Set(['osd', 'equ']);

/**
 * The languages installed now, as sorted Tesseract codes: data files in `folders`, and `@tesseract.js-data/*` packages
 * next to this package or in the working directory of the process. Lists folders and opens no data.
 */
export async function installedLanguages(folders: readonly string[] = []): Promise<readonly string[]> {
  const [inFolders, inPackages] = await Promise.all([
    Promise.all(folders.map(listFolder)),
    Promise.all(packageFolders().map(listNames)),
  ]);
  const codes = new Set([...inFolders.flat(), ...inPackages.flat()]);
  return [...codes].filter((code) => !notLanguages.has(code)).sort();
}

/** The data file of a language (plain or gzip); null when it is not installed. */
export async function findLanguageData(code: string, folders: readonly string[] = []): Promise<string | null> {
  if (!/^\w+$/.test(code)) return null;
  const candidates = [
    ...folders.flatMap((folder) => [`${code}.traineddata`, `${code}.traineddata.gz`].map((name) => join(folder, name))),
    ...packageFolders().flatMap((folder) =>
      packageVariants.map((variant) => join(folder, code, variant, `${code}.traineddata.gz`)),
    ),
  ];
  for (const path of candidates) {
    if (await isFile(path)) return path;
  }
  return null;
}

/** The data of a language, unpacked. Rejects with `PROCESSING_FAILED` when it is not installed. */
export async function readLanguageData(code: string, folders: readonly string[] = []): Promise<Uint8Array> {
  const path = await findLanguageData(code, folders);
  if (path === null) throw processingFailed('internal', `The language data of ${code} is not installed`);
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? promisify(gunzip)(bytes) : bytes;
}

/** Every `node_modules/@tesseract.js-data` that resolves from this package or the host's program, and the copy in this package. */
function packageFolders(): readonly string[] {
  const seenFrom = [import.meta.url, pathToFileURL(join(process.cwd(), 'host.js'))];
  const folders = seenFrom.flatMap((from) => createRequire(from).resolve.paths('@tesseract.js-data/eng') ?? []);
  const seen = [...new Set(folders)].map((folder) => join(folder, '@tesseract.js-data'));
  return [...seen, copiedScope('@tesseract.js-data')];
}

async function listFolder(folder: string): Promise<readonly string[]> {
  const names = await listNames(folder);
  return names.flatMap((name) => /^(\w+)\.traineddata(\.gz)?$/.exec(name)?.[1] ?? []);
}

/** The names in a folder; none if it does not exist. */
async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
