import { UsageError } from '../usage-error.ts';

/** The value of a flag that takes a number from `min`; undefined when the flag was not given. */
export function numberFlag(flag: string, value: string | undefined, min = 0): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < min) {
    throw new UsageError(`--${flag} takes a number from ${min}, not "${value}"`);
  }
  return number;
}
