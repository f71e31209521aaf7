import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** The flags that only some actions of a command take, under the name of each action; all actions take the others. */
export type ActionFlags<Flags> = Readonly<Record<string, readonly (keyof Flags & string)[]>>;

/**
 * Throws a `UsageError` when `args` have a flag that another action of the command takes and this one does not, as
 * `platen keys list --scope ocr`: without it, the flag would be ignored and more be done than was asked for.
 */
export function refuseOtherFlags<const Flags extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  action: string,
  args: readonly string[],
  options: Flags,
  flagsOf: ActionFlags<Flags>,
): void {
  for (const token of parseArgs({ args: [...args], options, allowPositionals: true, tokens: true }).tokens) {
    if (token.kind !== 'option' || flagsOf[action]?.includes(token.name)) continue;
    const takers = Object.keys(flagsOf).filter((other) => flagsOf[other]?.includes(token.name));
    if (takers.length === 0) continue;
    throw new UsageError(`${token.rawName} is for platen ${command} ${takers.join(', ')}, not for ${action}`);
  }
}
