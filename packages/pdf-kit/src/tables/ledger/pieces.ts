import type { Chunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import { isLeader } from '../text-rows.ts';
import { type PieceKind, pieceKind } from './piece-kind.ts';

/** A chunk of a row with what it is and where its digits end: signs and brackets behind them are set into the margin. */
export interface Piece {
  readonly chunk: Chunk;
  readonly kind: PieceKind;
  readonly x0: number;
  readonly x1: number;
  readonly digitsEnd: number;
}

const known = new WeakMap<TextRow, readonly Piece[]>();

/** The pieces of a row, leader dots left out. */
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

function toPiece(chunk: Chunk): Piece {
  const { x0, x1 } = chunk.box;
  const glyphs = chunk.words.flatMap((word) => word.glyphs);
  const lastDigit = glyphs.findLast(({ text }) => /\d/.test(text));
  return { chunk, kind: pieceKind(chunk.text), x0, x1, digitsEnd: lastDigit?.box.x1 ?? x1 };
}

/** Kinds that fill columns of amounts. */
export function isAmount({ kind }: Piece): boolean {
  return kind === 'number' || kind === 'time';
}

/** Amounts that stand behind something: a row of a table. */
export function amountsOf(row: TextRow): readonly Piece[] {
  return piecesOf(row).slice(1).filter(isAmount);
}
