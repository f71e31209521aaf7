import { ConversionError } from '@platen/core';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-code.ts';
import { overview } from './overview.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** A command: gets what follows its name. Rejects with a `UsageError` or a `ConversionError`. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** Each command is loaded only when it is called: `platen keys list` waits for no engine. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  convert: async () => (await import('./commands/convert.ts')).convert,
  keys: async () => (await import('./commands/keys.ts')).keys,
  inspect: async () => (await import('./commands/inspect.ts')).inspect,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
};

/** Runs the command line and resolves to what the process should end with. Never rejects. */
export async function main(args: readonly string[], terminal: Terminal = processTerminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  try {
    if (name === '--help' || name === '-h' || name === 'help') {
      terminal.print(overview);
      return exitCodes.success;
    }
    const load = commands[name];
    if (load === undefined) throw new UsageError(`there is no command "${name}"`);
    const command = await load();
    return await command(rest, terminal);
  } catch (error) {
    report(error, terminal);
    return exitCodeOf(error);
  }
}

function report(error: unknown, terminal: Terminal): void {
  if (error instanceof UsageError) {
    terminal.note(`platen: ${error.message}`);
    terminal.note('Run "platen --help" for the commands, "platen <command> --help" for one of them.');
  } else if (ConversionError.is(error)) {
    terminal.note(`platen: ${error.message} (${error.code})`);
  } else {
    terminal.note(`platen: something unexpected went wrong\n${error instanceof Error ? error.stack : String(error)}`);
  }
}
