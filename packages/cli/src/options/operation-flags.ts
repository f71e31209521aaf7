import type { ParseArgsConfig } from 'node:util';
import type { Operation } from '@platen/core';
import { type JsonSchema, type OptionFields, readOptionFields } from '@platen/core/internal';
import { UsageError } from '../usage-error.ts';

type FlagConfig = NonNullable<ParseArgsConfig['options']>[string];

/** The options of an operation as command-line flags: `pageSize` is `--page-size`, a true/false one is a switch. */
export interface OperationFlags {
  /** For `parseArgs`, with `allowNegative`. */
  readonly config: Readonly<Record<string, FlagConfig>>;
  /** Lines for `--help`. */
  readonly help: readonly string[];
  /** Turns `--bookmarks=false` and `--bookmarks false` into `--no-bookmarks`, which is all `parseArgs` knows. */
  normalize(args: readonly string[]): readonly string[];
  /** What `parseArgs` found, under the names the operation knows. Checking the values is its schema's part. */
  toOptions(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** Throws a `UsageError` when an option would hide a flag of the command itself. */
export function createOperationFlags(operation: Operation, reserved: readonly string[]): OperationFlags {
  const fields = readOptionFields(operation);
  const names = new Map(Object.keys(fields.schemas).map((name) => [flagOf(name), name]));
  for (const flag of names.keys()) {
    if (reserved.includes(flag))
      throw new UsageError(`the option ${flag} of ${operation.name} hides one of the command`);
  }
  const schemaOf = (flag: string) => fields.schemas[names.get(flag) ?? ''] ?? {};
  const isSwitch = (flag: string) => schemaOf(flag).type === 'boolean';

  return {
    config: Object.fromEntries([...names].map(([flag, name]) => [flag, flagConfig(fields, name)])),
    help: [...names].map(([flag, name]) => describeFlag(flag, fields.schemas[name] ?? {}, fields.allowed(name))),
    normalize: (args) => normalizeSwitches(withSwitchValues(args, schemaOf), isSwitch),
    toOptions: (values) =>
      Object.fromEntries(
        [...names].flatMap(([flag, name]) => (values[flag] === undefined ? [] : [[name, values[flag]]])),
      ),
  };
}

/** The flag of an option, without its dashes. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

function flagConfig(fields: OptionFields, name: string): FlagConfig {
  if (fields.schemas[name]?.type === 'boolean') return { type: 'boolean' };
  return { type: 'string', multiple: fields.isList(name) };
}

/** A switch that may have a value, as `--bookmarks` or `--bookmarks 2`, always gets one: for `parseArgs` it is no switch. */
function withSwitchValues(args: readonly string[], schemaOf: (flag: string) => JsonSchema): readonly string[] {
  return args.map((arg, index) => {
    const [, no = '', flag = ''] = /^--(no-)?([a-z-]+)$/.exec(arg) ?? [];
    const { anyOf = [] } = schemaOf(flag);
    if (!anyOf.some(({ type }) => type === 'boolean')) return arg;
    if (no !== '') return `--${flag}=false`;
    const next = args[index + 1] ?? '';
    // A number is meant for the switch, also one that it does not know: nobody calls a file 4.
    return /^(?:true|false|\d+)$/.test(next) ? arg : `--${flag}=true`;
  });
}

function normalizeSwitches(args: readonly string[], isSwitch: (flag: string) => boolean): readonly string[] {
  const normal: string[] = [];
  for (const arg of args) {
    const before = /^--([a-z-]+)$/.exec(normal.at(-1) ?? '')?.[1] ?? '';
    const joined = /^--([a-z-]+)=(true|false)$/.exec(arg);
    if (isSwitch(before) && (arg === 'true' || arg === 'false')) {
      normal.splice(-1, 1, arg === 'true' ? `--${before}` : `--no-${before}`);
    } else if (joined !== null && isSwitch(joined[1] ?? '')) {
      normal.push(joined[2] === 'true' ? `--${joined[1]}` : `--no-${joined[1]}`);
    } else {
      normal.push(arg);
    }
  }
  return normal;
}

function describeFlag(flag: string, schema: JsonSchema, choices: JsonSchema['enum']): string {
  const isSwitch = schema.anyOf?.some(({ type }) => type === 'boolean') === true;
  const hint = valueHint(choices, schema);
  const value = schema.type === 'boolean' ? '' : isSwitch ? ` [${hint}]` : ` <${hint}>`;
  const isOn = schema.default === true;
  const shown = `--${isOn ? '[no-]' : ''}${flag}${value}`;
  const hasFallback = schema.default !== undefined && schema.type !== 'boolean';
  const fallback = isOn ? ` (on; --no-${flag} for none)` : hasFallback ? ` (${String(schema.default)})` : '';
  const seen = schema.writeOnly === true ? '; everybody on this machine can see it in ps' : '';
  return flagLine(shown, `${schema.description ?? ''}${fallback}${seen}`);
}

/** A line of a help: a flag with its value, and what it does. */
export function flagLine(flag: string, text: string): string {
  return `  ${flag.padEnd(36)} ${text}`;
}

function valueHint(choices: JsonSchema['enum'], { type, minimum, maximum }: JsonSchema): string {
  if (choices !== undefined) return choices.join('|');
  if (minimum !== undefined && maximum !== undefined) return `${String(minimum)}–${String(maximum)}`;
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}
