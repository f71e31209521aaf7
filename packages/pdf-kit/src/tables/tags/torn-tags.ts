import type { Line } from '../../page-model/types.ts';
import type { Table } from '../types.ts';

/** This many fragments on a page show that its tags split tables. */
const minPieces = 2;
/** Minimum rows of a fragment that have text beside them. */
const besideShare = 0.8;

/**
 * Whether the tags of a page split its tables into fragments, as auto-taggers do: several tagged tables hold only
 * values, level with texts beside them that are in none of their rows.
 */
export function areTorn(tagged: readonly Table[], lines: readonly Line[]): boolean {
  return tagged.filter((table) => isPiece(table, lines)).length >= minPieces;
}

function isPiece({ box, cells, rowCuts }: Table, lines: readonly Line[]): boolean {
  if (cells.some(({ text }) => /\p{L}/u.test(text))) return false;
  const middles = lines
    .filter((own) => own.angle === 0 && (own.box.x1 <= box.x0 + 1 || own.box.x0 >= box.x1 - 1))
    .map((own) => (own.box.y0 + own.box.y1) / 2)
    .filter((middle) => middle > box.y0 && middle < box.y1);
  const rows = rowCuts.slice(1).map((end, index) => ({ start: rowCuts[index] ?? box.y0, end }));
  const level = rows.filter(({ start, end }) => middles.some((middle) => middle > start && middle < end));
  return level.length >= besideShare * rows.length;
}
