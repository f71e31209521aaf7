import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ConvertedFile } from '@platen/core';
import { folderProblem, makeFolder } from '@platen/host/data-folder';
import { UsageError } from './usage-error.ts';

/** Where `-o` points: at a folder when it ends in a slash or is one, else at a file. */
export interface OutputTarget {
  readonly path: string;
  readonly isFolder: boolean;
}

export async function resolveOutputTarget(output: string): Promise<OutputTarget> {
  const known = await stat(output).catch(() => null);
  return { path: resolve(output), isFolder: /[\\/]$/.test(output) || known?.isDirectory() === true };
}

/**
 * Copies outputs to the target, each whole or not at all, and returns where they are. Throws a `UsageError` when
 * several files would have to become one, a `StartError` when the target cannot be written.
 */
export async function writeOutputs(files: readonly ConvertedFile[], target: OutputTarget): Promise<readonly string[]> {
  if (!target.isFolder && files.length > 1) {
    throw new UsageError(`${files.length} files came out: give -o a folder, such as -o pages/`);
  }
  const written: string[] = [];
  for (const { path, fileName } of files) {
    const destination = target.isFolder ? join(target.path, fileName) : target.path;
    await replaceFile(path, destination).catch((error: unknown) => {
      throw folderProblem(dirname(destination), error);
    });
    written.push(destination);
  }
  return written;
}

/** What a folder that the user asked for is made with, before the umask. */
const userFolderMode = 0o777;

async function replaceFile(source: string, destination: string): Promise<void> {
  const known = await stat(destination).catch(() => null);
  // A device or a pipe, such as /dev/null, is written to: a file in its place would break the machine.
  if (known !== null && !known.isFile() && !known.isDirectory()) {
    return pipeline(createReadStream(source), createWriteStream(destination));
  }
  await makeFolder(dirname(destination), userFolderMode);
  const partial = `${destination}.${randomUUID().slice(0, 8)}.part`;
  try {
    await copyFile(source, partial);
    await rename(partial, destination);
  } finally {
    await rm(partial, { force: true });
  }
}
