/** The size of a grid of cells or blocks, which are stored row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Combines each value of a grid with those up to `reach` away in either direction, from 0 on: with the sum, an unnormalised
 * box filter; with the maximum, a dilation. Rows first, then columns.
 */
export function separableFilter<Values extends Uint8Array | Float64Array>(
  { columns, rows }: Grid,
  values: Values,
  reach: number,
  combine: (one: number, other: number) => number,
): Values {
  const [across, result] = [values.slice() as Values, values.slice() as Values];
  for (let row = 0; row < rows; row += 1) {
    filterLine(values, across, { start: row * columns, step: 1, count: columns }, reach, combine);
  }
  for (let column = 0; column < columns; column += 1) {
    filterLine(across, result, { start: column, step: columns, count: rows }, reach, combine);
  }
  return result;
}

/** A row or a column of a grid: `count` values from `start` on, `step` apart. */
interface GridLine {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

function filterLine(
  from: Uint8Array | Float64Array,
  to: Uint8Array | Float64Array,
  { start, step, count }: GridLine,
  reach: number,
  combine: (one: number, other: number) => number,
): void {
  for (let place = 0; place < count; place += 1) {
    const last = Math.min(count - 1, place + reach);
    let combined = 0;
    for (let near = Math.max(0, place - reach); near <= last; near += 1) {
      combined = combine(combined, from[start + near * step] as number);
    }
    to[start + place * step] = combined;
  }
}
