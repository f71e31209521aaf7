import type { AmountColumn } from './amount-columns.ts';
import type { Piece } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { maxInsetEm } = ledgerThresholds.header;

/**
 * Whether headings are left-aligned with their columns: each column of amounts ends between the beginnings of one
 * heading and the next, after those of other columns.
 */
export function leadsAmounts(pieces: readonly Piece[], amountColumns: readonly AmountColumn[]): boolean {
  const places = placesOf(pieces, amountColumns);
  return (
    pieces.length > amountColumns.length &&
    places !== null &&
    places.every((place) => place > 0) &&
    !areInset(pieces, amountColumns)
  );
}

/**
 * Whether all columns of amounts end at the same distance before the ends of the headings above them: both are
 * right-aligned.
 */
function areInset(pieces: readonly Piece[], amountColumns: readonly AmountColumn[]): boolean {
  const [first, ...others] = amountColumns;
  if (first === undefined || others.length === 0) return false;
  return pieces.some((head) => {
    const insetPt = head.x1 - first.x1;
    const isInset = ({ x1 }: AmountColumn) => pieces.some((own) => own.x0 < x1 && Math.abs(own.x1 - x1 - insetPt) < 1);
    return insetPt > 0 && insetPt < maxInsetEm * head.chunk.sizePt && others.every(isInset);
  });
}

/** The same if no other column has a heading: there are as many headings as columns of amounts. */
export function leadsEach(pieces: readonly Piece[], amountColumns: readonly AmountColumn[]): boolean {
  return pieces.length === amountColumns.length && placesOf(pieces, amountColumns)?.includes(0) === true;
}

/** The last heading that begins before the end of each column; null if two columns share one, or one has none. */
function placesOf(pieces: readonly Piece[], amountColumns: readonly AmountColumn[]): readonly number[] | null {
  if (pieces.length < 3 || amountColumns.length === 0) return null;
  const places = amountColumns.map(({ x1 }) => pieces.findLastIndex(({ x0 }) => x0 < x1));
  return places.every((place) => place >= 0) && new Set(places).size === places.length ? places : null;
}
