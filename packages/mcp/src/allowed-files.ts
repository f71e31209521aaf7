import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConversionError, type ConvertedFile, invalidRequest } from '@platen/core';
import { errorCode, mapBounded } from '@platen/core/internal';
import type { ToolOutput } from './tools.ts';

/** Files of this machine that a client may name: those below its folders, links resolved. */
export interface AllowedFiles {
  /** Opens a file to read. Rejects with `INVALID_REQUEST` for one that is outside, is no file or cannot be read. */
  open(field: string, path: string): Promise<OpenedFile>;
  /** The real path of a folder to write in. Rejects alike. */
  folder(field: string, path: string): Promise<string>;
}

/** A file that is open: it is read, whatever happens to its path. */
export interface OpenedFile extends AsyncDisposable {
  readonly handle: FileHandle;
  readonly fileName: string;
  /** The folder that it is in. */
  readonly folder: string;
}

/** Longer than any path of a system. */
const maxPathLength = 4_096;
/** How many names are tried for one result: `report (2).docx` and on. */
const maxNames = 1_000;

/** `bounds` are folders of which each path must be in one of each list; a list without folders allows nothing. */
export async function allowedFiles(bounds: readonly (readonly string[])[]): Promise<AllowedFiles> {
  const real = await Promise.all(bounds.map((folders) => Promise.all(folders.map(realFolder))));
  const lists = real.map((folders) => folders.filter((folder) => folder !== null));
  const first = lists[0]?.[0];

  const allowed = async (field: string, given: string): Promise<string> => {
    if (first === undefined) throw outside(field, given, 'no folder is allowed, because the client names no root');
    const path = toPath(field, given, first);
    const found = await realpath(path).catch((error: unknown) => {
      throw outside(field, given, errorCode(error) === 'ENOENT' ? 'does not exist' : 'cannot be read');
    });
    if (lists.every((folders) => folders.some((folder) => isInside(folder, found)))) return found;
    throw outside(field, given, 'is outside the folders that are allowed');
  };

  return {
    async open(field, given) {
      const path = await allowed(field, given);
      // A pipe would wait for a writer, and a link that took its place since is not followed.
      const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
      const handle = await open(path, flags).catch(() => {
        throw outside(field, given, 'cannot be read');
      });
      try {
        const [opened, named] = await Promise.all([handle.stat(), allowed(field, given).then((again) => stat(again))]);
        if (!opened.isFile()) throw outside(field, given, 'is not a file');
        if (opened.ino !== named.ino || opened.dev !== named.dev) throw outside(field, given, 'is being replaced');
      } catch (error) {
        await handle.close();
        throw error;
      }
      return {
        handle,
        fileName: basename(path),
        folder: dirname(path),
        [Symbol.asyncDispose]: () => handle.close(),
      };
    },
    async folder(field, given) {
      const path = await allowed(field, given);
      if (!(await stat(path)).isDirectory()) throw outside(field, given, 'is not a folder');
      return path;
    },
  };
}

/** Writes results into a folder under names that are free there: nothing is replaced. */
export function placeOutputs(folder: string, outputs: readonly ConvertedFile[]): Promise<readonly ToolOutput[]> {
  // One after the other: two results may want the same name.
  return mapBounded(outputs, 1, async ({ path, fileName, mediaType, sizeBytes }) => {
    const placed = await copyUnderFreeName(path, folder, fileName);
    return { uri: pathToFileURL(placed).href, fileName: basename(placed), mediaType, sizeBytes };
  });
}

async function copyUnderFreeName(from: string, folder: string, fileName: string): Promise<string> {
  const extension = extname(fileName);
  const stem = fileName.slice(0, fileName.length - extension.length);
  for (let count = 1; count <= maxNames; count += 1) {
    const path = join(folder, count === 1 ? fileName : `${stem} (${count})${extension}`);
    try {
      await copyFile(from, path, constants.COPYFILE_EXCL);
      return path;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw cannotWrite(folder, error);
    }
  }
  throw cannotWrite(folder, new Error(`${maxNames} files are called ${fileName}`));
}

function toPath(field: string, given: string, base: string): string {
  if (given.length > maxPathLength || given.includes('\0')) throw outside(field, given, 'is not a path');
  if (!/^file:/i.test(given)) return isAbsolute(given) ? given : resolve(base, given);
  try {
    return fileURLToPath(given);
  } catch {
    throw outside(field, given, 'is not a path on this machine');
  }
}

async function realFolder(folder: string): Promise<string | null> {
  try {
    return await realpath(folder);
  } catch {
    return null; // One that is not there allows nothing.
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(isAbsolute(way) || /^\.\.(?:[\\/]|$)/.test(way));
}

function outside(field: string, given: string, problem: string): ConversionError {
  return invalidRequest([{ field, problem: `"${given.slice(0, 200)}" ${problem}` }]);
}

function cannotWrite(folder: string, cause: unknown): ConversionError {
  return new ConversionError('PROCESSING_FAILED', `The result cannot be written to "${folder}"`, {
    details: { reason: 'output_not_written' },
    cause,
  });
}
