/**
 * The rows that rounding does not explain. One wrong digit makes one row miss; if more rows miss, and none by more than
 * one unit of the last decimal, all were rounded. Figures without decimals (thousands, millions, people) are rounded
 * individually and may miss by one, which is `scale` units.
 */
export function beyondRounding<Row extends { readonly numbers: ReadonlyMap<number, number> }>(
  missed: readonly Row[],
  missedBy: (row: Row) => number,
  scale: number,
): readonly Row[] {
  const sizeOf = (row: Row) => Math.abs(missedBy(row));
  if (missed.length > 1 && missed.every((row) => sizeOf(row) === 1)) return [];
  const isWhole = ({ numbers }: Row) => [...numbers.values()].every((figure) => figure % scale === 0);
  return missed.filter((row) => sizeOf(row) !== scale || !isWhole(row));
}

/**
 * Whether rounding explains the difference between a total and the sum of `count` figures: it exceeds the square root
 * of the count, in units of the last decimal, once in a thousand times.
 */
export function isRoundingError(difference: number, count: number, unit: number): boolean {
  return Math.abs(difference) <= unit * Math.sqrt(count);
}
