import type { Terminal } from '../src/terminal.ts';

/** A terminal that keeps what is printed. */
export function createRecordingTerminal(isInteractive = false, printsToPerson = isInteractive) {
  const printed: string[] = [];
  const notes: string[] = [];
  const statuses: (string | null)[] = [];
  const terminal: Terminal = {
    isInteractive,
    printsToPerson,
    columns: 80,
    print: (line) => printed.push(line),
    note: (line) => notes.push(line),
    status: (line) => statuses.push(line),
  };
  return { terminal, printed, notes, statuses };
}
