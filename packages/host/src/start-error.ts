/** Something the command needs is not there: a folder, a port, a database. Its message is one line: what, and why. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
