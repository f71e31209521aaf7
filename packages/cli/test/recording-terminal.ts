import { PassThrough, Readable } from 'node:stream';
import type { Terminal } from '../src/terminal.ts';

/** A terminal that keeps what is printed. */
export function createRecordingTerminal(
  isInteractive = false,
  printsToPerson = isInteractive,
  input: Readable = Readable.from([]),
) {
  const output = new PassThrough();
  const printed: string[] = [];
  const notes: string[] = [];
  const statuses: (string | null)[] = [];
  const terminal: Terminal = {
    isInteractive,
    printsToPerson,
    columns: 80,
    input,
    output,
    print: (line) => printed.push(line),
    note: (line) => notes.push(line),
    status: (line) => statuses.push(line),
  };
  return { terminal, output, printed, notes, statuses };
}
