import { median } from '../../statistics.ts';
import type { TextRow } from '../text-rows.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { isAmount, type Piece, piecesOf } from './pieces.ts';

/**
 * Joins a column with only signs, with only a heading beside a column without one, or with only the sums below all
 * records, to its neighbour.
 */
export function mergeSigns(cuts: readonly number[], rows: readonly TextRow[], headers: readonly TextRow[]): number[] {
  let kept = [...cuts];
  for (let column = 0; column < kept.length - 1 && kept.length > 3; ) {
    const side = signSide(piecesIn(rows, column, kept), piecesIn(headers, column, kept), column, kept, rows, headers);
    if (side === null) column += 1;
    else {
      const line = side === 'left' ? column : column + 1;
      kept = kept.filter((_, index) => index !== line);
      column = Math.max(0, column - 1);
    }
  }
  return kept;
}

function piecesIn(rows: readonly TextRow[], column: number, cuts: readonly number[]): Piece[] {
  return rows.flatMap(piecesOf).filter((piece) => columnOf((piece.x0 + piece.x1) / 2, cuts) === column);
}

const openingSign = /^(?:[A-Z]{0,3}[$€£¥₹]|EUR|USD|GBP|CHF|Rs\.?|\(|[-–−+])$/u;
const closingSign = /^(?:%|[-–−+*†‡)]|CR|DR|Cr|Dr|DB|OD|EUR|USD|GBP|CHF|€|kr|[SHCD])$/u;

/** Signs that are printed before amounts as well as after them. */
const bothSigns = /^[-–−+]$/u;

function signSide(
  own: readonly Piece[],
  heads: readonly Piece[],
  column: number,
  cuts: readonly number[],
  rows: readonly TextRow[],
  headers: readonly TextRow[],
): 'left' | 'right' | null {
  const hasLeft = column > 0;
  const hasRight = column < cuts.length - 2;
  if (own.length === 0) {
    if (heads.length === 0) return hasLeft ? 'left' : 'right';
    const isBare = (neighbour: number) =>
      piecesIn(headers, neighbour, cuts).length === 0 && piecesIn(rows, neighbour, cuts).length > 0;
    if (hasRight && isBare(column + 1)) return 'right';
    return hasLeft && column > 1 && isBare(column - 1) ? 'left' : null;
  }
  const filled = (neighbour: number) => piecesIn(rows, neighbour, cuts).some(isAmount);
  const isHeaded = (neighbour: number) => piecesIn(headers, neighbour, cuts).length > 0 && filled(neighbour);
  // Sums may end elsewhere than the amounts of their records.
  if (heads.length === 0 && isHeaded(column - 1) && isHeaded(column + 1) && areSums(own, rows)) return 'right';
  const texts = own.map(({ chunk }) => chunk.text.trim());
  const isMark = texts.every((text) => /^[-–−]$/u.test(text));
  // A column of currencies with its own heading is not joined.
  const isOwn = heads.length > 0 && hasLeft && piecesIn(headers, column - 1, cuts).length > 0;
  if (isOwn && texts.every((text) => /^[A-Z]{3}$/.test(text))) return null;
  // A letter with its own heading may be a tax code as well as the side of an account.
  if (isOwn && texts.every((text) => /^[A-Z]$/.test(text))) return null;
  const em = median(own.map(({ chunk }) => chunk.sizePt));
  const isOpening = !isMark && hasRight && texts.every((text) => openingSign.test(text)) && filled(column + 1);
  if (isOpening && !(texts.every((text) => bothSigns.test(text)) && areNearerLeft(rows, own))) return 'right';
  const near = hasLeft ? gapTo(own, piecesIn(rows, column - 1, cuts)) : Number.POSITIVE_INFINITY;
  if (hasLeft && near < 2 * em && texts.every((text) => closingSign.test(text)) && filled(column - 1)) return 'left';
  return null;
}

/** Whether amounts are beside their labels alone, below the last row with more than that. */
function areSums(amounts: readonly Piece[], rows: readonly TextRow[]): boolean {
  const below = rows.slice(rows.findLastIndex((row) => piecesOf(row).length > 2) + 1);
  const sums = new Set(below.filter((row) => piecesOf(row).length === 2).flatMap((row) => piecesOf(row).slice(1)));
  return amounts.every((piece) => isAmount(piece) && sums.has(piece));
}

/** Whether most signs are nearer to the amount before them than to the one after. */
function areNearerLeft(rows: readonly TextRow[], signs: readonly Piece[]): boolean {
  const nearer = rows.flatMap((row) => {
    const pieces = piecesOf(row);
    return pieces.flatMap((piece, index) => {
      const [before, after] = [pieces[index - 1], pieces[index + 1]];
      if (!signs.includes(piece) || before === undefined || !isAmount(before)) return [];
      return after === undefined || piece.x0 - before.x1 < after.x0 - piece.x1 ? [piece] : [];
    });
  });
  return 2 * nearer.length > signs.length;
}

/** The minimum gap between the pieces of a column and those to their left. */
function gapTo(own: readonly Piece[], left: readonly Piece[]): number {
  return Math.min(...own.map(({ x0 }) => x0)) - Math.max(...left.filter(isAmount).map(({ x1 }) => x1));
}
