/** A number for a place in a grid: no page is so wide that two places share one. */
export function cellAt(column: number, row: number): number {
  return row * 2 ** 20 + column;
}
