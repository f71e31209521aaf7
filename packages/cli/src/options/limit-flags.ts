import { defaultLimits, type Limits } from '@platen/core';
import { UsageError } from '../usage-error.ts';

/** Reads `--limit <name>=<number>`, as often as it is given. Throws a `UsageError` that names what is wrong. */
export function readLimits(flags: readonly string[] = []): Partial<Limits> {
  return Object.fromEntries(flags.map(readLimit));
}

function readLimit(flag: string): readonly [string, number] {
  const [name = '', text = ''] = flag.split('=', 2);
  if (!Object.hasOwn(defaultLimits, name)) {
    throw new UsageError(`--limit has no limit "${name}". The limits are ${Object.keys(defaultLimits).join(', ')}`);
  }
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return [name, value];
  throw new UsageError(`--limit ${name} needs a number, as in ${name}=10, not "${text}"`);
}
