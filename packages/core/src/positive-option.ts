/** The value of the option `name`. Throws a TypeError for one that is not a finite number above 0. */
export function positiveOption(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new TypeError(`${name} must be a number above 0, not ${String(value)}`);
}
