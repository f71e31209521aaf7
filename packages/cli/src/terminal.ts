import type { Readable, Writable } from 'node:stream';
import { readSecret } from './read-secret.ts';

/** The input and output of a command. Tests replace it. */
export interface Terminal {
  /** True if a person sees the messages. Progress is then drawn, and results are printed. */
  readonly isInteractive: boolean;
  /** True if a person sees the printed output, not a file, a pipe or the log of a service. */
  readonly printsToPerson: boolean;
  /** Columns of the terminal. */
  readonly columns: number;
  /** Standard input and output, for files that are piped. */
  readonly input: Readable;
  readonly output: Writable;
  /** Prints the result of the command, to standard output. */
  print(line: string): void;
  /** Prints a message, to standard error. */
  note(line: string): void;
  /** Replaces the line that the last `status` drew; null removes it. */
  status(line: string | null): void;
  /** Asks a person for a secret, without echo; null if nobody can be asked or nothing was typed. */
  askSecret(question: string): Promise<string | null>;
}

/** Results go to standard output, messages to standard error. */
export const processTerminal: Terminal = {
  isInteractive: process.stderr.isTTY === true,
  printsToPerson: process.stdout.isTTY === true,
  // A terminal that was never given a size has 0.
  columns: process.stderr.columns || 80,
  // Standard input is opened when it is asked for: an open one keeps the process.
  get input() {
    return process.stdin;
  },
  output: process.stdout,
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  note: (line) => {
    process.stderr.write(`${line}\n`);
  },
  status: (line) => {
    process.stderr.write(`\r\u001b[K${line ?? ''}`);
  },
  async askSecret(question) {
    if (process.stderr.isTTY !== true || process.stdin.isTTY !== true) return null;
    process.stderr.write(`\r\u001b[K${question}`);
    const secret = await readSecret(process.stdin, interrupt);
    process.stderr.write('\n');
    return secret;
  },
};

/** As if Ctrl-C had been pressed: whoever listens knows before anything else happens. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.emit('SIGINT', 'SIGINT');
  else process.kill(process.pid, 'SIGINT');
}
