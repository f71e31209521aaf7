import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggest } from '@platen/core/internal';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { parseArguments, refuseMore } from './parse-arguments.ts';

type Flags = NonNullable<ParseArgsConfig['options']>;

/** A command that does one of several things, such as `platen keys create | list`. */
export interface ActionCommand<OwnFlags extends Flags, Action extends string> {
  /** What follows `platen`. */
  readonly name: string;
  readonly help: string;
  /** Besides `--json` and `--help`, which all have. */
  readonly flags: OwnFlags;
  readonly actions: Readonly<Record<Action, ActionRule<keyof OwnFlags & string>>>;
}

interface ActionRule<Flag extends string> {
  /** What it takes behind its name, as the help shows it: `<id>`, or `<id>…` for several. Nothing when not given. */
  readonly takes?: string;
  /** The flags that are not for every action; those that no action names are for all. */
  readonly flags?: readonly Flag[];
}

const commonFlags = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The values of a command's flags, with their defaults. */
export type FlagValues<OwnFlags extends Flags> = ReturnType<
  typeof parseArgs<{ options: OwnFlags & typeof commonFlags }>
>['values'];

/** What a command line asks for. */
interface ParsedAction<OwnFlags extends Flags, Action extends string> {
  readonly action: Action;
  /** What follows the action: one or more where the action takes something, else none. */
  readonly given: readonly string[];
  readonly values: FlagValues<OwnFlags>;
}

/**
 * Reads the command line of a command with actions. When it asks for help, or for nothing, the help is printed and the
 * exit code returned. Throws a `UsageError` for an action that there is not, for too few or too many arguments, and for a
 * flag of another action, as in `platen keys list --scope ocr`: ignored, it would let more be done than was asked for.
 */
export function parseAction<const OwnFlags extends Flags, Action extends string>(
  { name, help, flags, actions }: ActionCommand<OwnFlags, Action>,
  args: readonly string[],
  terminal: Terminal,
): ParsedAction<OwnFlags, Action> | ExitCode {
  const config = { args: [...args], options: { ...flags, ...commonFlags }, allowPositionals: true } as const;
  const { values, positionals } = parseArguments(config);
  const { help: wantsHelp = false, json: asJson = false } = values as { help?: boolean; json?: boolean };
  const [action, ...given] = positionals;
  const names = Object.keys(actions);
  if (action === undefined && asJson && !wantsHelp) {
    throw new UsageError(`say what to do: platen ${name} ${names.join(' | ')}`);
  }
  if (wantsHelp || action === undefined) {
    terminal.print(help);
    return wantsHelp ? exitCodes.success : exitCodes.usage;
  }
  if (!isAction(action, actions))
    throw new UsageError(`there is no "platen ${name} ${action}"${suggest(action, names)}`);
  refuseOtherFlags(name, action, actions, config);
  const { takes } = actions[action];
  if (takes !== undefined && given.length === 0) throw new UsageError(`say which: platen ${name} ${action} ${takes}`);
  if (!takes?.endsWith('…')) refuseMore(given.slice(takes === undefined ? 0 : 1));
  return { action, given, values: values as FlagValues<OwnFlags> };
}

function isAction<Action extends string>(text: string, actions: Readonly<Record<Action, unknown>>): text is Action {
  return Object.hasOwn(actions, text);
}

function refuseOtherFlags(
  command: string,
  action: string,
  actions: Readonly<Record<string, ActionRule<string>>>,
  config: ParseArgsConfig,
): void {
  for (const token of parseArgs({ ...config, tokens: true }).tokens) {
    if (token.kind !== 'option' || actions[action]?.flags?.includes(token.name)) continue;
    const takers = Object.keys(actions).filter((other) => actions[other]?.flags?.includes(token.name));
    if (takers.length === 0) continue;
    throw new UsageError(`${token.rawName} is for platen ${command} ${takers.join(', ')}, not for ${action}`);
  }
}
