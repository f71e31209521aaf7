import { basename } from 'node:path';
import { ConversionError } from '@platen/core';
import type { Terminal } from './terminal.ts';

/** How often a person may mistype the password of one file. */
const triesPerFile = 3;

/** The passwords of a command. */
export interface Unlocking {
  /** Known before. */
  readonly passwords: readonly string[];
  /** Whether all are handed over at once, one for each file, rather than one after the other. */
  readonly atOnce: boolean;
  /** Asks a person for one; resolves to null when there is nobody to ask, or who does not know it. */
  readonly ask: Terminal['askSecret'];
}

/**
 * Calls `attempt` with the passwords there are, none at first where none is known, and then with what a person types, as long
 * as it rejects with `PDF_ENCRYPTED`. Rejects with the error of the last attempt.
 */
export async function unlock<Result>(
  { passwords, atOnce, ask }: Unlocking,
  attempt: (passwords: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const candidates = passwords.map((password) => [password]);
  const rounds = [...(atOnce || passwords.length === 0 ? [passwords] : candidates)];
  const tries = new Map<string, number>();
  for (;;) {
    const round = rounds.shift() ?? [];
    try {
      return await attempt(round);
    } catch (error) {
      if (!ConversionError.is(error) || error.code !== 'PDF_ENCRYPTED') throw error;
      if (rounds.length > 0) continue;
      const file = basename(String(error.details.fileName ?? 'the file'));
      const count = (tries.get(file) ?? 0) + 1;
      tries.set(file, count);
      const typed = count > triesPerFile ? null : await ask(`Password of ${file}: `);
      if (typed === null) throw error;
      rounds.push(atOnce ? [...round, typed] : [typed]);
    }
  }
}
