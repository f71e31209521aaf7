/**
 * A database that this version of Platen must not use. The message says why. It is for operators; do not send it to clients.
 */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';

  constructor(problem: string) {
    super(`the database cannot be used: ${problem}`);
  }
}
