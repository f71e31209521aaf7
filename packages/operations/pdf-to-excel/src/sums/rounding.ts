/**
 * Whether a difference of one, in units of which `scale` make one, comes of rounding: figures without decimals (thousands,
 * millions, people) are rounded each by itself.
 */
export function isRounding(difference: number, figures: readonly number[], scale: number): boolean {
  return Math.abs(difference) === scale && figures.every((figure) => figure % scale === 0);
}

/**
 * The rows that rounding does not explain. One wrong digit makes one row miss; where more do, and none by more than one unit
 * of its last decimal, all were rounded.
 */
export function beyondRounding<Row extends { readonly numbers: ReadonlyMap<number, number> }>(
  missed: readonly Row[],
  missedBy: (row: Row) => number,
  scale: number,
): readonly Row[] {
  if (missed.length > 1 && missed.every((row) => Math.abs(missedBy(row)) === 1)) return [];
  return missed.filter((row) => !isRounding(missedBy(row), [...row.numbers.values()], scale));
}
