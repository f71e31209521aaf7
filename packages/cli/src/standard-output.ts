import type { Writable } from 'node:stream';
import { errorCode } from '@platen/core/internal';
import { StartError } from '@platen/host/folder-problem';

const problems: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the terminal is gone',
};

/** What a command says when standard output does not take its result; null for a reader that has enough, such as `head`. */
export function outputProblem(error: unknown): StartError | null {
  const code = errorCode(error);
  if (code === 'EPIPE') return null;
  return new StartError(`standard output cannot be written: ${problems[code] ?? String(error)}`, { cause: error });
}

/**
 * Listens to both outputs of the process: an error that nobody listens to would end it with a stack. The returned function
 * says why results were not written; null when they were.
 */
export function guardOutputs(output: Writable, messages: Writable): () => StartError | null {
  let problem: StartError | null = null;
  output.on('error', (error) => {
    problem ??= outputProblem(error);
  });
  messages.on('error', () => {}); // Nobody can be told.
  return () => problem;
}
