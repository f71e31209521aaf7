/**
 * The rows that rounding does not explain. One wrong digit makes one row miss; where more do, and none by more than one unit
 * of its last decimal, all were rounded. Figures without decimals (thousands, millions, people) are rounded each by itself:
 * these may miss by one, in units of which `scale` make one.
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
 * Whether a total misses the sum of so many figures by what their rounding explains. In units of their last decimal that is
 * more than the root of their number once in a thousand times.
 */
export function isRoundingError(difference: number, count: number, unit: number): boolean {
  return Math.abs(difference) <= unit * Math.sqrt(count);
}
