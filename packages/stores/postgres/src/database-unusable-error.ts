/** A database that this version of Platen must not use. The message says why: it is for operators, never for clients. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';

  constructor(problem: string) {
    super(`the database cannot be used: ${problem}`);
  }
}
