import { UsageError } from '../usage-error.ts';

/** The value of a flag that takes a number from `min`; undefined when the flag was not given. */
export function numberFlag(flag: string, value: string | undefined, min = 0): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < min) {
    throw new UsageError(`--${flag} takes a number of at least ${min}, not "${value}"`);
  }
  return number;
}

/** The value of a flag that takes a number above 0; undefined when the flag was not given. */
export function positiveFlag(flag: string, value: string | undefined): number | undefined {
  const number = numberFlag(flag, value);
  if (number !== 0) return number;
  throw new UsageError(`--${flag} takes a number above 0, not "${value}"`);
}

/** The value of a flag that counts something: a whole number from `min`; undefined when the flag was not given. */
export function countFlag(flag: string, value: string | undefined, min = 1): number | undefined {
  const number = numberFlag(flag, value, min);
  if (number === undefined || Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${flag} takes a whole number of at least ${min}, not "${value}"`);
}

/** The latest moment that a date can name, in milliseconds since 1970, as the language has it. */
const maxTime = 8.64e15;

/** The moment `amount` units of `unitMs` after `now`, for the value of `flag`. */
export function timeAfter(flag: string, now: number, amount: number, unitMs: number): number {
  const time = now + amount * unitMs;
  if (time <= maxTime) return time;
  throw new UsageError(`--${flag} ${amount} is too large: no date is that far away`);
}

const maxPort = 65_535;

/** The value of `--port`, or of another flag for a port. */
export function portFlag(value: string, flag = 'port'): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= maxPort) return port;
  throw new UsageError(`--${flag} takes a whole number from 0 to ${maxPort}, not "${value}"`);
}
