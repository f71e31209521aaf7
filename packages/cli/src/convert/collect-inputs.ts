import { open, readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import type { MediaType, Operation } from '@platen/core';
import { detectionBytes, detectMediaType } from '@platen/core/internal';
import { isPipedInput } from '../piped-input.ts';
import { UsageError } from '../usage-error.ts';
import { expandGlob, isGlob } from './expand-glob.ts';

/** The files that a command line names. */
export interface CollectedInputs {
  /** As they are shown, in the order to convert them in. */
  readonly files: readonly string[];
  /** Files of folders and patterns that the operation does not take. */
  readonly leftOut: readonly string[];
  /** Where the folders begin that results keep: absolute. */
  readonly base: string;
  /** Whether a folder or a pattern was among the arguments. */
  readonly isExpanded: boolean;
}

const extensions: Readonly<Record<MediaType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/jp2': ['jp2', 'j2k', 'jpx', 'jpf'],
  'image/tiff': ['tif', 'tiff'],
  'image/gif': ['gif'],
  'image/svg+xml': ['svg'],
  'image/bmp': ['bmp'],
  'text/plain': ['txt', 'csv', 'tsv', 'json', 'md', 'xml', 'html', 'log'],
};

/** `page-2` before `page-10`, on every machine alike. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * Expands folders (the files in them) and patterns. Of those, files are taken that the operation accepts by their extension or by
 * what they hold, but for hidden ones and those in `except`, where results go. Whatever is named itself is taken as it is.
 * Throws a `UsageError` when nothing is left.
 */
export async function collectInputs(
  args: readonly string[],
  operation: Operation,
  except: string | null,
): Promise<CollectedInputs> {
  const files: string[] = [];
  const leftOut: string[] = [];
  const bases: string[] = [];
  let isExpanded = false;
  for (const arg of args) {
    const found = await expand(arg);
    if (found === null) {
      files.push(arg);
      if (!isPipedInput(arg)) bases.push(dirname(resolve(arg)));
      continue;
    }
    isExpanded = true;
    bases.push(resolve(found.base));
    // Results below the inputs are not converted again; in the same folder they cannot be told apart.
    const results = except !== null && isInside(except, resolve(found.base)) ? except : null;
    const seen = found.files.filter((file) => results === null || !isInside(file, results));
    const taken = new Set<string>();
    for (const file of seen) if (await isAccepted(file, operation)) taken.add(file);
    if (taken.size === 0) throw nothingFound(arg, operation, seen.length);
    files.push(...[...taken].sort(collator.compare));
    leftOut.push(...seen.filter((file) => !taken.has(file)).sort(collator.compare));
  }
  return { files, leftOut, base: commonFolder(bases), isExpanded };
}

/** Null for what is neither a folder nor a pattern, a file with such a name included. */
async function expand(arg: string): Promise<{ readonly base: string; readonly files: readonly string[] } | null> {
  if (isPipedInput(arg)) return null;
  const known = await stat(arg).catch(() => null);
  if (known === null) return isGlob(arg) ? expandGlob(arg) : null;
  if (!known.isDirectory()) return null;
  const entries = await readdir(arg).catch(() => []);
  const paths = entries.filter((name) => !name.startsWith('.')).map((name) => join(arg, name));
  const kinds = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return { base: arg, files: paths.filter((_, index) => kinds[index]?.isFile() === true) };
}

function nothingFound(arg: string, { name }: Operation, count: number): UsageError {
  if (isGlob(arg) && count === 0) return new UsageError(`no file matches "${arg}"`);
  const below = isGlob(arg) ? '' : `; "${join(arg, '**')}" looks into its subfolders as well`;
  return new UsageError(`"${arg}" has no file that ${name} accepts${below}`);
}

async function isAccepted(file: string, { accepts }: Operation): Promise<boolean> {
  const extension = extname(file).slice(1).toLowerCase();
  if (accepts.some((type) => extensions[type].includes(extension))) return true;
  await using handle = await open(file).catch(() => null);
  if (handle === null) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(detectionBytes), 0, detectionBytes, 0);
  const type = detectMediaType(buffer.subarray(0, bytesRead));
  return type !== null && accepts.includes(type);
}

function isInside(file: string, folder: string): boolean {
  return resolve(file).startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The deepest folder that all are in; throws a `UsageError` when they are on several drives. */
function commonFolder(folders: readonly string[]): string {
  const [first = resolve('.'), ...others] = folders.map((folder) => folder.split(sep));
  if (typeof first === 'string') return first;
  const shared = others.reduce((common, parts) => {
    const end = common.findIndex((part, index) => part !== parts[index]);
    return end < 0 ? common : common.slice(0, end);
  }, first);
  if (shared.length === 0)
    throw new UsageError('files on different drives have no folder in common: convert them separately');
  return shared.join(sep) || sep;
}
