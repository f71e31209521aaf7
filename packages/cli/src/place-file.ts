import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, copyFile, link, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '@platen/core/fs';
import { errorCode, mapBounded } from '@platen/core/internal';
import { folderProblem, StartError } from '@platen/host/folder-problem';
import { UsageError } from './usage-error.ts';

/** What a folder that the user asked for is made with, before the umask. */
const userFolderMode = 0o777;

/** Not `EACCES` and `EEXIST`: those are said of the folder. */
const readOnly = 'READ_ONLY';
const nameTaken = 'NAME_TAKEN';

const fileProblems: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  [readOnly]: 'it is read-only',
};

const statConcurrency = 16;

/** Makes a folder for results. Rejects with a `StartError` when it cannot be made or written to. */
export async function makeResultFolder(path: string): Promise<void> {
  try {
    await makeFolder(path, userFolderMode);
    if (!(await stat(path)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
    await access(path, constants.W_OK);
  } catch (error) {
    throw folderProblem(path, error);
  }
}

/** A file where a result would go, which only `--force` replaces. */
export class ResultExistsError extends UsageError {}

/** How `placeFile` treats what is there. */
export interface Placement {
  /** Whether a file that is there is replaced. */
  readonly force: boolean;
  /** The files that were converted. */
  readonly inputs: readonly string[];
  /** Identities of files that are not replaced even then, unless they are an input. */
  readonly kept?: ReadonlySet<string>;
}

/**
 * Rejects with a `ResultExistsError` when there is a file at `destination` that is not to be replaced. A device or a pipe is none:
 * it is written to.
 */
export async function refuseExisting(destination: string, { force, inputs, kept }: Placement): Promise<void> {
  const known = await stat(destination).catch(() => null);
  if (known?.isFile() !== true) return;
  if (!force) throw await existing(destination, inputs);
  const [identity] = await identitiesOf([destination]);
  if (identity === undefined || kept?.has(identity) !== true || (await identitiesOf(inputs)).includes(identity)) return;
  throw new ResultExistsError(`${destination} is the result of another file of this batch, and is not replaced`);
}

async function existing(destination: string, inputs: readonly string[]): Promise<ResultExistsError> {
  const [identity = '', ...ofInputs] = await identitiesOf([destination, ...inputs]);
  const isInput = ofInputs.includes(identity);
  return new ResultExistsError(`${destination} ${isInput ? 'is the file to convert' : 'exists'}: --force replaces it`);
}

/** Which files paths lead to, the same for each of its links; nothing for a path that leads to none. */
export async function identitiesOf(paths: readonly string[]): Promise<readonly string[]> {
  const known = await mapBounded(paths, statConcurrency, (path) => stat(path, { bigint: true }).catch(() => null));
  return known.flatMap((file) => (file === null ? [] : [`${file.dev}:${file.ino}`]));
}

/**
 * Copies a file to an absolute path, whole or not at all; with `force` the file that a link there leads to is replaced, not
 * the link. Rejects with a `ResultExistsError` when there is a file and no `force`, and with a `StartError` when the path cannot
 * be written, or has a file that is read-only.
 */
export async function placeFile(source: string, destination: string, { force, inputs }: Placement): Promise<void> {
  const target = await realpath(destination).catch(() => destination);
  await write(source, target, force).catch(async (error: unknown) => {
    if (errorCode(error) === nameTaken) throw await existing(destination, inputs);
    const problem = fileProblems[errorCode(error)];
    if (problem === undefined) throw folderProblem(dirname(target), error);
    throw new StartError(`${destination} cannot be written: ${problem}`, { cause: error });
  });
}

async function write(source: string, destination: string, force: boolean): Promise<void> {
  const known = await stat(destination).catch(() => null);
  // A device or a pipe, such as /dev/null, is written to: a file in its place would break the machine.
  if (known !== null && !known.isFile() && !known.isDirectory()) {
    return pipeline(createReadStream(source), createWriteStream(destination));
  }
  // What replaces a file is renamed to it, which only its folder has to allow: without this, nothing would protect it.
  if (force && known !== null && !(await isWritable(destination, known.mode))) {
    throw Object.assign(new Error(`${destination} is read-only`), { code: readOnly });
  }
  await makeFolder(dirname(destination), userFolderMode);
  // Of a name that is short: that of the file may be as long as names can be.
  const partial = join(dirname(destination), `.platen-${randomUUID().slice(0, 8)}.part`);
  try {
    await copyFile(source, partial);
    if (!force && known?.isDirectory() !== true) await claimName(partial, destination);
    await rename(partial, destination);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Makes the name, so that of two writers only one gets it; where the file system has no links, an empty file for a moment. */
async function claimName(partial: string, destination: string): Promise<void> {
  try {
    await link(partial, destination).catch(async (error: unknown) => {
      if (['EEXIST', 'ENAMETOOLONG', 'ENOSPC'].includes(errorCode(error))) throw error;
      await (await open(destination, 'wx')).close();
    });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw Object.assign(new Error(`${destination} exists`, { cause: error }), { code: nameTaken });
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
