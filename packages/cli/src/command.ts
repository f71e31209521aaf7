import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** A command: gets what follows its name. Rejects with a `UsageError`, a `StartError` or a `ConversionError`. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
