/**
 * Whether something thrown is an error of any realm. `instanceof` is not enough: hosts are tested in separate contexts
 * (Jest), where errors thrown by Node are not instances of their `Error`.
 */
export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/** The `code` of an error of Node or of the system, such as `ENOENT`; empty for any other. */
export function errorCode(thrown: unknown): string {
  return isError(thrown) && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
