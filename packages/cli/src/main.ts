import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { suggest } from '@platen/core/internal';
import type { Command } from './command.ts';
import { descriptorShortage } from './descriptor-shortage.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-code.ts';
import { useLanguageFolder } from './language-folder.ts';
import { misspeltVariables } from './options/environment.ts';
import { overview } from './overview.ts';
import { asksForJson, reportAsJson, reportInWords } from './report-error.ts';
import { guardOutputs } from './standard-output.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Each command is loaded only when it is called: `platen keys list` waits for no engine. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
  convert: async () => (await import('./commands/convert.ts')).convert,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  keys: async () => (await import('./commands/keys.ts')).keys,
  jobs: async () => (await import('./commands/jobs.ts')).jobs,
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooks,
  languages: async () => (await import('./commands/languages.ts')).languages,
  models: async () => (await import('./commands/models.ts')).models,
  inspect: async () => (await import('./commands/inspect.ts')).inspect,
  completion: async () => (await import('./commands/completion.ts')).createCompletion(main),
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  bench: async () => (await import('./commands/bench.ts')).bench,
};

/** Runs the command line and resolves to the exit code. Never rejects. */
export async function main(args: readonly string[], terminal: Terminal = processTerminal): Promise<ExitCode> {
  // `platen help keys` is `platen keys --help`.
  const [name = '--help', ...rest] = args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
  const unwritten = terminal === processTerminal ? guardOutputs(process.stdout, process.stderr) : () => null;
  try {
    const code = await run(name, rest, terminal);
    await setImmediate(); // What was printed last may fail a moment later.
    const problem = unwritten();
    if (problem !== null) throw problem;
    return code;
  } catch (thrown) {
    const error = descriptorShortage(thrown) ?? thrown;
    if (asksForJson(args) && unwritten() === null) reportAsJson(error, terminal);
    else reportInWords(error, Object.hasOwn(commands, name) ? `platen ${name} --help` : 'platen --help', terminal);
    return exitCodeOf(error);
  }
}

async function run(name: string, rest: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.print(overview);
    return exitCodes.success;
  }
  if (name === '--version' || name === '-v') {
    terminal.print(asksForJson(rest) ? JSON.stringify(version()) : describeVersion(version()));
    return exitCodes.success;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw await unknownCommand(name);
  for (const problem of misspeltVariables(process.env)) terminal.note(`platen: ${problem}`);
  useLanguageFolder();
  const command = await load();
  return command(rest, terminal);
}

interface Version {
  readonly platen: string;
  readonly node: string;
}

function version(): Version {
  const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string };
  return { platen: manifest.version, node: process.version };
}

function describeVersion({ platen, node }: Version): string {
  return `platen ${platen} (Node ${node})`;
}

async function unknownCommand(name: string): Promise<UsageError> {
  const { isOperation } = await import('./options/find-operation.ts');
  const what = name.startsWith('-') ? 'option' : 'command';
  const hint = isOperation(name) ? `: did you mean "convert ${name}"?` : suggest(name, Object.keys(commands));
  return new UsageError(`there is no ${what} "${name}"${hint}`);
}
