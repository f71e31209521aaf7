/** A command line that cannot be carried out. Its message is shown with a hint at `--help`. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
