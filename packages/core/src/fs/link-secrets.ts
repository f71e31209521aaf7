import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkLinkSecrets } from '../check-link-secrets.ts';
import { errorCode } from '../error-code.ts';
import { privateFileMode } from './durable-files.ts';
import { makeFolder } from './make-folder.ts';

const secretBytes = 32;

/**
 * Reads the secrets that sign download links from a file with one secret on each line: the first one signs, all verify. If
 * the file is missing, it is created with a random secret, readable only by its owner. To rotate, insert a new secret as the
 * first line, and remove the old one when its last link has expired. Rejects with an `Error` that names the file if it is
 * empty or a secret is too short.
 */
export async function readLinkSecrets(file: string): Promise<readonly string[]> {
  const path = resolve(file);
  await makeFolder(dirname(path));
  const fresh = `${randomBytes(secretBytes).toString('base64url')}\n`;
  try {
    await writeFile(path, fresh, { flag: 'wx', mode: privateFileMode });
  } catch (error) {
    // It is there from an earlier start.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const secrets = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  if (secrets.length === 0) throw new Error(`the file of link secrets ${path} is empty: delete it for a new one`);
  try {
    return checkLinkSecrets(secrets);
  } catch (error) {
    throw new Error(`the file of link secrets ${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
