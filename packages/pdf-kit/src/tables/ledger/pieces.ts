import type { Chunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import { isLeader } from '../text-rows.ts';
import { isDottedPair, type PieceKind, pieceKind } from './piece-kind.ts';
import { ledgerThresholds } from './thresholds.ts';

const { edgeEm } = ledgerThresholds.candidates;

/**
 * A chunk of a row with its kind and the right edge of its digits: signs and brackets after them hang into the margin.
 */
export interface Piece {
  readonly chunk: Chunk;
  readonly kind: PieceKind;
  readonly x0: number;
  readonly x1: number;
  readonly digitsEnd: number;
}

const known = new WeakMap<TextRow, readonly Piece[]>();

/** The pieces of a row, without leader dots. */
export function piecesOf(row: TextRow): readonly Piece[] {
  const found = known.get(row);
  if (found !== undefined) return found;
  const pieces = row.chunks.flatMap((chunk) => {
    const words = chunk.words.filter((word) => !isLeader(word));
    return words.length === 0 ? [] : [toPiece(chunk)];
  });
  known.set(row, pieces);
  return pieces;
}

/** The pieces of a row without a leading record number. */
export function behindCount(row: TextRow): readonly Piece[] {
  const pieces = piecesOf(row);
  return pieces[0]?.kind === 'number' ? pieces.slice(1) : pieces;
}

/** Classifies the pieces of rows that may be one table in context: `12.26` in a column of amounts is an amount. */
export function readPieces(rows: readonly TextRow[]): void {
  const pieces = rows.flatMap(piecesOf);
  if (!pieces.some(isUnsure)) return;
  const amounts = pieces.filter(({ kind, chunk }) => kind === 'number' && /\.\d\d\D*$/.test(chunk.text));
  const [sureStarts, unsureStarts] = [countStarts(amounts), countStarts(pieces.filter(isUnsure))];
  const isOfAmounts = (piece: Piece) =>
    isInLine(piece, amounts) || countNear(piece, sureStarts) > countNear(piece, unsureStarts);
  for (const row of rows) {
    const own = piecesOf(row);
    if (own.some(isUnsure))
      known.set(
        row,
        own.map((piece, index) =>
          isUnsure(piece) && (isOfAmounts(piece) || isBehindDate(own, index)) ? { ...piece, kind: 'number' } : piece,
        ),
      );
  }
}

function isUnsure({ kind, chunk }: Piece): boolean {
  return kind === 'date' && isDottedPair(chunk.text);
}

function isInLine(piece: Piece, amounts: readonly Piece[]): boolean {
  const tolerance = edgeEm * piece.chunk.sizePt;
  return amounts.some(
    ({ x0, x1, digitsEnd }) =>
      x0 < piece.x1 &&
      x1 > piece.x0 &&
      (Math.abs(digitsEnd - piece.digitsEnd) <= tolerance || Math.abs(x1 - piece.x1) <= tolerance),
  );
}

/** The number of pieces that begin at each position. */
function countStarts(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { x0 } of pieces) counts.set(Math.round(x0), (counts.get(Math.round(x0)) ?? 0) + 1);
  return counts;
}

/** The number of pieces with the same left edge: amounts of a right-to-left page are left-aligned. */
function countNear({ x0 }: Piece, counts: ReadonlyMap<number, number>): number {
  return [-1, 0, 1].reduce((sum, step) => sum + (counts.get(Math.round(x0) + step) ?? 0), 0);
}

/** Whether a row began with a date in another format: all dates of a row share one format. */
function isBehindDate(row: readonly Piece[], index: number): boolean {
  return row.slice(0, index).some((piece) => piece.kind === 'date' && !isDottedPair(piece.chunk.text));
}

function toPiece(chunk: Chunk): Piece {
  const { x0, x1 } = chunk.box;
  const glyphs = chunk.words.flatMap((word) => word.glyphs);
  const lastDigit = glyphs.findLast(({ text }) => /\d/.test(text));
  return { chunk, kind: pieceKind(chunk.text), x0, x1, digitsEnd: lastDigit?.box.x1 ?? x1 };
}

/** Kinds that occur in columns of amounts. */
export function isAmount({ kind }: Piece): boolean {
  return kind === 'number' || kind === 'time';
}

/** Amounts that follow another piece: a table row. */
export function amountsOf(row: TextRow): readonly Piece[] {
  return piecesOf(row).slice(1).filter(isAmount);
}
