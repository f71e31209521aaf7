import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, copyFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ConvertedFile, errorCode } from '@platen/core';
import { makeFolder } from '@platen/core/fs';
import { folderProblem, StartError } from '@platen/host/folder-problem';
import { outputProblem } from './standard-output.ts';
import { UsageError } from './usage-error.ts';

/** Where `-o` points: at a folder when it ends in a slash or is one, at standard output when it is `-`, else at a file. */
export interface OutputTarget {
  readonly path: string;
  readonly isFolder: boolean;
  readonly isPipe: boolean;
}

/** Whether `-o` means standard output. Redirected into a file, /dev/stdout is a link to it: replacing would replace the link. */
export function isStandardOutput(output: string): boolean {
  return output === '-' || output === '/dev/stdout';
}

export async function resolveOutputTarget(output: string): Promise<OutputTarget> {
  if (isStandardOutput(output)) return { path: output, isFolder: false, isPipe: true };
  const known = await stat(output).catch(() => null);
  const isFolder = /[\\/]$/.test(output) || known?.isDirectory() === true;
  return { path: resolve(output), isFolder, isPipe: false };
}

/**
 * Copies outputs to the target, each whole or not at all, and returns where they are. Throws a `UsageError` when
 * several files would have to become one, a `StartError` when the target cannot be written.
 * Nothing is returned for `pipe`, which is left open.
 */
export async function writeOutputs(
  files: readonly ConvertedFile[],
  target: OutputTarget,
  pipe: Writable,
): Promise<readonly string[]> {
  if (!target.isFolder && files.length > 1) {
    throw new UsageError(`${files.length} files came out: give -o a folder, such as -o pages/`);
  }
  if (target.isPipe) {
    for (const { path } of files) await writeToPipe(path, pipe);
    return [];
  }
  const written: string[] = [];
  for (const { path, fileName } of files) {
    const destination = target.isFolder ? join(target.path, fileName) : target.path;
    await placeFile(path, destination);
    written.push(destination);
  }
  return written;
}

/** Extensions that say what a file holds; `.html` suits hOCR as well as its own. */
const formats: ReadonlySet<string> = new Set(
  ['pdf', 'docx', 'doc', 'xlsx', 'xls', 'csv', 'png', 'jpg', 'webp', 'txt'].map((name) => `.${name}`),
);

/** What to say of a result whose name promises another format, as `-o page.jpg` of an operation that made a PNG; else null. */
export function otherFormat({ path, isFolder, isPipe }: OutputTarget, [file]: readonly ConvertedFile[]): string | null {
  if (isFolder || isPipe || file === undefined) return null;
  const [named = '', made = ''] = [path, file.fileName].map((name) =>
    extname(name).toLowerCase().replace('jpeg', 'jpg'),
  );
  return formats.has(named) && made !== named ? `${basename(path)} is of the format ${made.slice(1)}` : null;
}

/** Writes a file to a pipe, which is left open. A reader that has enough, such as `head`, closes its end: not an error. */
export async function writeToPipe(path: string, pipe: Writable): Promise<void> {
  try {
    await pipeline(createReadStream(path), pipe, { end: false });
  } catch (error) {
    const problem = outputProblem(error);
    if (problem !== null) throw problem;
  }
}

/** What a folder that the user asked for is made with, before the umask. */
const userFolderMode = 0o777;

/** Not `EACCES`: that is said of the folder. */
const readOnly = 'READ_ONLY';

const fileProblems: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  [readOnly]: 'it is read-only',
};

/**
 * Copies a file to an absolute path, whole or not at all; the file that a link there leads to is replaced, not the link.
 * Rejects with a `StartError` when that path cannot be written, or has a file that is read-only.
 */
export async function placeFile(source: string, destination: string): Promise<void> {
  const target = await realpath(destination).catch(() => destination);
  await replaceFile(source, target).catch((error: unknown) => {
    const problem = fileProblems[errorCode(error)];
    if (problem === undefined) throw folderProblem(dirname(target), error);
    throw new StartError(`${destination} cannot be written: ${problem}`, { cause: error });
  });
}

async function replaceFile(source: string, destination: string): Promise<void> {
  const known = await stat(destination).catch(() => null);
  // A device or a pipe, such as /dev/null, is written to: a file in its place would break the machine.
  if (known !== null && !known.isFile() && !known.isDirectory()) {
    return pipeline(createReadStream(source), createWriteStream(destination));
  }
  // What replaces a file is renamed to it, which only its folder has to allow: without this, nothing would protect it.
  if (known !== null && !(await isWritable(destination, known.mode))) {
    throw Object.assign(new Error(`${destination} is read-only`), { code: readOnly });
  }
  await makeFolder(dirname(destination), userFolderMode);
  // Of a name that is short: that of the file may be as long as names can be.
  const partial = join(dirname(destination), `.platen-${randomUUID().slice(0, 8)}.part`);
  try {
    await copyFile(source, partial);
    await rename(partial, destination);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Root may write any file: who took the write permission from everybody meant root as well. */
async function isWritable(path: string, mode: number): Promise<boolean> {
  const canWrite = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  return canWrite && (mode & 0o222) !== 0;
}
