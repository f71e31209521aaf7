/**
 * A folder, port, database or other resource cannot be used. The message is one line that names the resource and the cause.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
