import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggest } from '@platen/core/internal';
import { UsageError } from '../usage-error.ts';

/** Files may be encrypted with the empty password. */
const mayBeEmpty: ReadonlySet<string> = new Set(['password']);

/**
 * `parseArgs` of Node, strict, with its complaints as `UsageError`; an unknown option with the one that is meant. Values that
 * are empty, as those of an unset variable are, are refused too, and with `once` options given twice that take one value:
 * without it, the last one counts.
 */
export function parseArguments<const Config extends ParseArgsConfig>(config: Config, { once = false } = {}) {
  try {
    checkValues(config, once);
    return parseArgs(config);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(explain(error, Object.keys(config.options ?? {})));
    throw error;
  }
}

/** Throws a `UsageError` when there are arguments beyond those that a command takes. */
export function refuseMore([extra]: readonly string[]): void {
  if (extra !== undefined) throw new UsageError(tooMany(extra));
}

function tooMany(argument: string): string {
  return `"${argument}" is one argument too many`;
}

function checkValues(config: ParseArgsConfig, once: boolean): void {
  const given = new Set<string>();
  for (const token of parseArgs({ ...config, tokens: true }).tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    const { name, rawName, value } = token;
    if (value === '' && !mayBeEmpty.has(name)) throw new UsageError(`${rawName} takes a value, not ""`);
    if (!rawName.startsWith('--') && value.startsWith('=')) {
      throw new UsageError(`${rawName} takes no "=": write ${rawName} ${value.slice(1)}`);
    }
    const isRepeated = given.has(name) && config.options?.[name]?.multiple !== true;
    if (once && isRepeated) throw new UsageError(`${rawName} is given twice`);
    given.add(name);
  }
}

function explain({ message }: TypeError, known: readonly string[]): string {
  const extra = /^Unexpected argument '([^']*)'/.exec(message)?.[1];
  if (extra !== undefined) return tooMany(extra);
  const unknown = /^Unknown option '--?(?:no-)?([^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const dashes = unknown.length === 1 ? '-' : '--';
    return `there is no option ${dashes}${unknown}${suggest(unknown, known, '--')}`;
  }
  const [, missing] = /^Option '([^ ',]+).*' argument missing/.exec(message) ?? [];
  if (missing !== undefined) return `${missing} needs a value`;
  const [, option, joined] = /^Option '([^']+)' argument is ambiguous[\s\S]*'(--[\w-]+=)/.exec(message) ?? [];
  if (joined !== undefined) return `${option} needs a value; one that begins with a dash is written ${joined}-…`;
  return message.split('. ')[0] ?? message;
}
