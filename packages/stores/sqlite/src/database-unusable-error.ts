import { errorCode, isError } from '@platen/core/internal';

/** What SQLite's primary result codes mean to an administrator: https://sqlite.org/rescode.html */
const problemOfResult: Readonly<Record<number, string>> = {
  5: 'another process keeps it locked',
  8: 'it cannot be written: the file, its folder or its file system is read-only',
  10: 'the disk reports an error',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened, or its folder cannot be written',
  26: 'it is not a SQLite database',
};

const problemOfSystemCode: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file is where its folder should be',
  ENOTDIR: 'a file is where its folder should be',
  EISDIR: 'it is a folder',
};

/**
 * A database that cannot be used. The message names the file and the reason. It is for operators; do not send it to clients.
 */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
  readonly file: string;

  constructor(file: string, problem: string, cause?: unknown) {
    super(`the database ${file} cannot be used: ${problem}`, { cause });
    this.file = file;
  }
}

/** What was thrown while opening `file`, as a `DatabaseUnusableError`. */
export function toDatabaseUnusable(file: string, error: unknown): DatabaseUnusableError {
  return error instanceof DatabaseUnusableError ? error : new DatabaseUnusableError(file, problemOf(error), error);
}

/** https://sqlite.org/rescode.html#busy, which has extended codes such as `SQLITE_BUSY_RECOVERY`. */
export const sqliteBusy = 5;

const damageResults: readonly (number | null)[] = [11, 26];

/** Whether SQLite says that what it read is damaged. */
export function isDamage(error: unknown): boolean {
  return damageResults.includes(sqliteResultOf(error));
}

/** Extended result codes of SQLite hold the primary one in their low byte. */
export function sqliteResultOf(error: unknown): number | null {
  const errcode = isError(error) && 'errcode' in error ? error.errcode : null;
  return typeof errcode === 'number' ? errcode & 0xff : null;
}

function problemOf(error: unknown): string {
  const text = isError(error) ? error.message : String(error);
  const result = sqliteResultOf(error);
  if (result !== null) return problemOfResult[result] ?? text;
  return problemOfSystemCode[errorCode(error)] ?? text;
}
