import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '@platen/core/internal';
import { folderProblem } from '@platen/host/folder-problem';

/** A folder of this command alone, gone once it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Rejects with a `StartError` that names the folder of the system for such folders (`TMPDIR`). */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  try {
    const path = await mkdtemp(join(tmpdir(), 'platen-'));
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  } catch (error) {
    throw folderProblem(tmpdir(), error);
  }
}

/** An error of writing into a temporary folder: a full disk by its name, anything else as it is. */
export function temporaryFolderProblem(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error)) ? folderProblem(tmpdir(), error) : error;
}
