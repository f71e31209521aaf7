import type { ColumnHeadings } from './column-headings.ts';
import type { NumberGrid, NumberRow } from './number-grid.ts';
import { sumThresholds } from './thresholds.ts';

/** Two columns of unsigned amounts, and the rows whose amount belongs in the other one according to the balance. */
export interface BalanceSides {
  /** Debits and credits, and columns without a heading with amounts of either. */
  readonly columns: readonly number[];
  /** Those without a heading. */
  readonly loose: readonly number[];
  /** Row, and the column that its amount belongs in. */
  readonly misplaced: ReadonlyMap<number, number>;
}

/**
 * Distinguishes debits and credits by the balance alone, oldest or newest first: each row has one amount in one of two
 * columns and moves the balance by it, up or down; the majority in each column decides its side. Null if no balance
 * moves like that. One column may be vacant if all of its few amounts were put into the other. Amounts of an adjacent
 * column without a heading belong in one of the two: stray amounts formed a column of their own.
 */
export function balanceSides({ rows, columns }: NumberGrid, { vacant, headless }: ColumnHeadings): BalanceSides | null {
  const all = [...columns, ...vacant].sort((a, b) => a - b);
  const headed = all.filter((column) => !headless.includes(column));
  for (const ordered of [rows, rows.toReversed()]) {
    for (const balance of columns) {
      for (const places of [headed, all]) {
        for (const [index, left] of places.entries()) {
          const right = places[index + 1];
          if (right === undefined || left === balance || right === balance) continue;
          const loose = headless.filter(
            (column) =>
              places === headed &&
              column !== balance &&
              column > (places[index - 1] ?? -1) &&
              column < (places[index + 2] ?? Number.POSITIVE_INFINITY),
          );
          const found = sidesOf(ordered, balance, { sides: [left, right], loose, vacant });
          if (found !== null) return found;
        }
      }
    }
  }
  return null;
}

interface SideColumns {
  readonly sides: readonly [left: number, right: number];
  readonly loose: readonly number[];
  readonly vacant: readonly number[];
}

function sidesOf(
  rows: readonly NumberRow[],
  balance: number,
  { sides, loose, vacant }: SideColumns,
): BalanceSides | null {
  const columns = [...sides, ...loose];
  const { moves, missed } = movesOf(rows, balance, columns);
  if (moves.length < sumThresholds.minSettled || moves.length < sumThresholds.settledShare * (moves.length + missed))
    return null;
  // Counts that increase by one look like balances.
  if (2 * new Set(moves.map(({ amount }) => amount)).size <= moves.length) return null;
  const [left, right] = sides;
  const isAtLeft = (column: number) => column <= left;
  const telling = moves.filter(({ column }) => column <= left || column >= right);
  const downLeft = telling.filter(({ column, isUp }) => isAtLeft(column) !== isUp);
  const isDownLeft = downLeft.length * 2 > telling.length;
  // A column with amounts of both directions beside an unrelated column is not a pair; nothing contradicts a single
  // amount.
  const isSide = (column: number) => {
    const own = moves.filter((move) => move.column === column);
    const agreeing = own.filter(({ isUp }) => isUp === ((column === right) === isDownLeft));
    const isOnly = own.length === 1 && agreeing.length === 1;
    return isOnly || (agreeing.length >= sumThresholds.minSided && 2 * agreeing.length > own.length);
  };
  const agreed = isDownLeft ? downLeft.length : telling.length - downLeft.length;
  if (agreed < sumThresholds.sidedShare * telling.length) return null;
  if (!sides.every((column) => vacant.includes(column) || isSide(column))) return null;
  const misplaced = moves.flatMap(({ row, column, isUp }) => {
    const own = isUp === isDownLeft ? right : left;
    return own === column ? [] : [[row, own] as const];
  });
  return { columns, loose, misplaced: new Map(misplaced) };
}

interface Move {
  readonly row: number;
  readonly column: number;
  readonly amount: number;
  readonly isUp: boolean;
}

/**
 * The rows whose single amount, up or down, is the change of the balance, and the number of records for which it is
 * not.
 */
function movesOf(
  rows: readonly NumberRow[],
  balance: number,
  columns: readonly number[],
): { readonly moves: readonly Move[]; readonly missed: number } {
  const moves: Move[] = [];
  let missed = 0;
  let last: number | undefined;
  // Rows since the previous balance: it may be printed once a day.
  let pending: NumberRow[] = [];
  for (const row of rows) {
    const now = row.numbers.get(balance);
    const hasAmount = columns.some((column) => (row.numbers.get(column) ?? 0) !== 0);
    // Sums of a page or day do not move the balance, but a payment to "Total" does.
    if (hasAmount && (row.kind !== 'total' || (now !== undefined && now !== last))) pending.push(row);
    if (now === undefined) continue;
    if (last !== undefined && pending.length > 0 && pending.length <= sumThresholds.mostTogether) {
      const amounts = pending.map((own) => amountOf(own, columns));
      const ways = amounts.every((amount) => amount !== null)
        ? waysOf(
            amounts.map(({ amount }) => amount),
            now - last,
          )
        : [];
      const [way] = ways;
      if (way === undefined) missed += pending.filter(({ kind }) => kind !== 'total').length;
      else if (ways.length === 1)
        amounts.forEach((amount, index) => {
          if (amount !== null) moves.push({ ...amount, isUp: way[index] === true });
        });
    }
    last = now;
    pending = [];
  }
  return { moves, missed };
}

/** The only amount of a row in some columns; null if there are several, or it has a sign. */
function amountOf({ row, numbers }: NumberRow, columns: readonly number[]) {
  const [own, ...others] = columns.filter((column) => (numbers.get(column) ?? 0) !== 0);
  const value = own === undefined ? 0 : (numbers.get(own) ?? 0);
  return own === undefined || others.length > 0 || value < 0 ? null : { row, column: own, amount: value };
}

/** The sign assignments by which amounts add up to a difference; equal amounts allow several. */
function waysOf(amounts: readonly number[], difference: number): readonly (readonly boolean[])[] {
  const [first, ...others] = amounts;
  if (first === undefined) return difference === 0 ? [[]] : [];
  return [true, false].flatMap((isUp) =>
    waysOf(others, difference - (isUp ? first : -first)).map((way) => [isUp, ...way]),
  );
}
