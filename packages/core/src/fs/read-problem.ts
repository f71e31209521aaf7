import { access, constants, stat } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ELOOP: 'its symbolic links form a loop',
  EIO: 'the disk reports an error',
};

/** Why a file cannot be read, in words that end a sentence and hold no path; null when it can. */
export async function readProblem(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'it is a folder';
    if (!found.isFile()) return 'it is a pipe or a device';
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return problems[errorCode(error)] ?? errorCode(error);
  }
}
