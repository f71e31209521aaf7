import { readFile, stat } from 'node:fs/promises';
import { readProblem } from '@platen/core/fs';
import { UsageError } from '../usage-error.ts';

/** Flags of commands that open encrypted files, besides `--password`. */
export const passwordFlags = { 'password-file': { type: 'string' } } as const;

/** For `--help` of such a command. */
export const passwordHelp = {
  file: 'File with passwords, one per line; each file is opened with the first that fits',
  variable: 'Without either, the variable PLATEN_PASSWORD is used; on a terminal, you are asked',
};

/** A list of passwords that is larger is something else. */
const maxFileBytes = 1024 * 1024;

/**
 * The passwords to try on encrypted files: those of `--password`, which everybody on the machine can read while the command
 * runs, of `--password-file`, or that of `PLATEN_PASSWORD`; none when nothing says one.
 */
export async function readPasswords(
  given: readonly string[],
  file: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<readonly string[]> {
  if (given.length > 0 && file !== undefined) throw new UsageError('use --password or --password-file, not both');
  if (given.length > 0) return given;
  if (file !== undefined) return readPasswordFile(file);
  return environment.PLATEN_PASSWORD === undefined ? [] : [environment.PLATEN_PASSWORD];
}

async function readPasswordFile(file: string): Promise<readonly string[]> {
  const known = await stat(file).catch(() => null);
  // A pipe, as of <(pass show letter), is read too.
  const problem = known?.isFIFO() === true ? null : await readProblem(file);
  if (problem !== null) throw new UsageError(`--password-file: "${file}" cannot be read: ${problem}`);
  if ((known?.size ?? 0) > maxFileBytes) throw new UsageError(`--password-file: "${file}" is not a list of passwords`);
  const lines = (await readFile(file, 'utf8')).replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) throw new UsageError(`--password-file: "${file}" is empty`);
  return [...new Set(lines)];
}
