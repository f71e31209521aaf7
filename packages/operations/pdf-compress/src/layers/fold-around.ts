/** Cells or blocks of a picture, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** What `fold` makes of each value of a grid and those up to `reach` away from it in either direction, 0 to begin with. */
export function foldAround<Values extends Uint8Array | Float64Array>(
  { columns, rows }: Grid,
  values: Values,
  reach: number,
  fold: (one: number, other: number) => number,
): Values {
  const [across, result] = [values.slice() as Values, values.slice() as Values];
  for (let row = 0; row < rows; row += 1) {
    foldAlong(values, across, { start: row * columns, step: 1, count: columns }, reach, fold);
  }
  for (let column = 0; column < columns; column += 1) {
    foldAlong(across, result, { start: column, step: columns, count: rows }, reach, fold);
  }
  return result;
}

/** A row or a column of a grid: `count` values from `start` on, `step` apart. */
interface GridLine {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

function foldAlong(
  from: Uint8Array | Float64Array,
  to: Uint8Array | Float64Array,
  { start, step, count }: GridLine,
  reach: number,
  fold: (one: number, other: number) => number,
): void {
  for (let place = 0; place < count; place += 1) {
    const last = Math.min(count - 1, place + reach);
    let folded = 0;
    for (let near = Math.max(0, place - reach); near <= last; near += 1) {
      folded = fold(folded, from[start + near * step] as number);
    }
    to[start + place * step] = folded;
  }
}
