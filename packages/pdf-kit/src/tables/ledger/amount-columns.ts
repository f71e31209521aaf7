import type { Piece } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { edgeEm } = ledgerThresholds.candidates;

/** Vertically aligned amounts: a candidate column before the boundaries are known. */
export interface AmountColumn {
  x0: number;
  x1: number;
  readonly pieces: Piece[];
}

/** Adds an amount to the column it overlaps, or to a new one; columns bridged by it stay separate. */
export function addToAmountColumns(amountColumns: AmountColumn[], piece: Piece): void {
  const over = amountColumns.filter((column) => overlapPt(column, piece) > 0);
  const column = over.find((own) => isAligned(own, piece)) ?? over[0];
  if (column === undefined) {
    amountColumns.push({ x0: piece.x0, x1: piece.x1, pieces: [piece] });
    return;
  }
  column.pieces.push(piece);
  column.x0 = Math.min(column.x0, piece.x0);
  column.x1 = Math.max(column.x1, piece.x1);
}

export function overlapPt(
  a: { readonly x0: number; readonly x1: number },
  b: { readonly x0: number; readonly x1: number },
) {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
}

/**
 * Whether a piece is aligned with the amounts of a column: by its right edge, its last digit, its left edge or its
 * middle.
 */
function isAligned({ pieces }: AmountColumn, piece: Piece): boolean {
  const tolerance = edgeEm * piece.chunk.sizePt;
  return pieces
    .slice(-40)
    .some(
      (other) =>
        Math.abs(other.x1 - piece.x1) <= tolerance ||
        Math.abs(other.digitsEnd - piece.digitsEnd) <= tolerance ||
        Math.abs(other.x0 - piece.x0) <= tolerance ||
        Math.abs(other.x0 + other.x1 - piece.x0 - piece.x1) <= 2 * tolerance,
    );
}

/** The share of amounts that are aligned with the columns, and the share that overlap one without being aligned. */
export function fitOf(
  amountColumns: readonly AmountColumn[],
  amounts: readonly Piece[],
): { readonly matched: number; readonly crossed: number } {
  if (amounts.length === 0) return { matched: 0, crossed: 0 };
  let matched = 0;
  let crossed = 0;
  for (const piece of amounts) {
    const over = amountColumns.filter((column) => overlapPt(column, piece) > 0);
    if (over.some((column) => isAligned(column, piece)) && over.length === 1) matched += 1;
    else if (over.length > 0) crossed += 1;
  }
  return { matched: matched / amounts.length, crossed: crossed / amounts.length };
}
