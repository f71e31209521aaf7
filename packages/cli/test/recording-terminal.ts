import { PassThrough, Readable } from 'node:stream';
import type { Terminal } from '../src/terminal.ts';

/** A terminal that keeps what is printed; `secrets` are what a person types when asked, in order. */
export function createRecordingTerminal(
  isInteractive = false,
  printsToPerson = isInteractive,
  input: Readable = Readable.from([]),
  secrets: readonly string[] = [],
) {
  const output = new PassThrough();
  const printed: string[] = [];
  const notes: string[] = [];
  const statuses: (string | null)[] = [];
  const questions: string[] = [];
  const typed = secrets.values();
  const terminal: Terminal = {
    isInteractive,
    printsToPerson,
    columns: 80,
    input,
    output,
    print: (line) => printed.push(line),
    note: (line) => notes.push(line),
    status: (line) => statuses.push(line),
    async askSecret(question) {
      if (!isInteractive) return null;
      questions.push(question);
      return typed.next().value ?? null;
    },
  };
  return { terminal, output, printed, notes, statuses, questions };
}
