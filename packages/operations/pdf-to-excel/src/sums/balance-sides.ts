import type { NumberGrid } from './number-grid.ts';
import { sumThresholds } from './thresholds.ts';

/** Two columns of amounts without signs, and the rows whose amount the balance has in the other of them. */
export interface BalanceSides {
  readonly columns: readonly [number, number];
  /** Row, and the column that its amount belongs in. */
  readonly misplaced: ReadonlyMap<number, number>;
}

/**
 * Tells debits and credits apart by the balance alone, oldest first: each row has one amount in either of two columns, and
 * moves the balance by it, up or down. Most rows of either say which is which. Null where no balance moves so. One of them
 * may be among `vacant`, columns with a heading and nothing below it: all of its few amounts were put into the other.
 */
export function balanceSides({ rows, columns }: NumberGrid, vacant: readonly number[]): BalanceSides | null {
  const all = [...columns, ...vacant].sort((a, b) => a - b);
  for (const balance of columns) {
    for (const [index, left] of all.entries()) {
      const right = all[index + 1];
      if (right === undefined || left === balance || right === balance) continue;
      const found = sidesOf(rows, balance, [left, right], vacant);
      if (found !== null) return found;
    }
  }
  return null;
}

function sidesOf(
  rows: NumberGrid['rows'],
  balance: number,
  columns: readonly [number, number],
  vacant: readonly number[],
): BalanceSides | null {
  let last: number | undefined;
  let missed = 0;
  const moves: { readonly row: number; readonly column: number; readonly isUp: boolean }[] = [];
  for (const { row, numbers } of rows) {
    const now = numbers.get(balance);
    const [column, ...others] = columns.filter((own) => numbers.has(own));
    const amount = column === undefined ? undefined : numbers.get(column);
    if (last !== undefined && now !== undefined && column !== undefined && amount !== undefined && amount !== 0) {
      if (others.length === 0 && amount > 0 && Math.abs(now - last) === amount)
        moves.push({ row, column, isUp: now > last });
      else missed += 1;
    }
    last = now ?? last;
  }
  if (moves.length < sumThresholds.minSettled || moves.length < sumThresholds.settledShare * (moves.length + missed))
    return null;
  const [left, right] = columns;
  const downLeft = moves.filter(({ column, isUp }) => (column === left) !== isUp);
  const isDownLeft = downLeft.length * 2 > moves.length;
  // One column of amounts both ways beside one of something else is no pair.
  const isSide = (column: number) => {
    const own = moves.filter((move) => move.column === column);
    const agreeing = own.filter(({ isUp }) => isUp === ((column === right) === isDownLeft));
    return agreeing.length >= sumThresholds.minSided && agreeing.length >= sumThresholds.sidedShare * own.length;
  };
  if (!columns.every((column) => vacant.includes(column) || isSide(column))) return null;
  const misplaced = moves.flatMap(({ row, column, isUp }) => {
    const own = isUp === isDownLeft ? right : left;
    return own === column ? [] : [[row, own] as const];
  });
  return { columns, misplaced: new Map(misplaced) };
}
