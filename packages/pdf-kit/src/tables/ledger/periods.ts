import type { TextRow } from '../text-rows.ts';
import type { AmountColumn } from './amount-columns.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** The dates, years or periods of a row that consists of nothing else, apart from a leading label; else empty. */
export function periodsOf(row: TextRow): readonly Piece[] {
  const isPeriod = ({ kind }: Piece) => kind === 'date' || kind === 'year' || kind === 'period';
  const [first, ...others] = piecesOf(row);
  const periods = first !== undefined && isPeriod(first) ? [first, ...others] : others;
  return periods.every(isPeriod) ? periods : [];
}

/** Whether each column of amounts has its own period above it, or above the sign before its amounts. */
export function hasPeriodEach(periods: readonly Piece[], amountColumns: readonly Pick<AmountColumn, 'x1'>[]): boolean {
  const ends = amountColumns.map(({ x1 }) => x1).sort((a, b) => a - b);
  return (
    periods.length === ends.length &&
    periods.every(({ x0, x1 }, index) => x0 < (ends[index] ?? 0) && x1 > (ends[index - 1] ?? 0))
  );
}
