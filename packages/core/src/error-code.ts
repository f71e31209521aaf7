/**
 * True if a thrown value is an error of any realm. `instanceof` is not enough: Jest runs tests in separate contexts, where
 * errors of Node are not instances of the local `Error`.
 */
export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/** The `code` of an error of Node or of the system, such as `ENOENT`; empty for any other. */
export function errorCode(thrown: unknown): string {
  return isError(thrown) && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
