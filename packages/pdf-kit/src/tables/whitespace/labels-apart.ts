import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import { isNumberText } from '../value-text.ts';

/** A text without figures. */
const label = /^\P{Nd}*\p{L}\P{Nd}*$/u;

/**
 * Moves labels of sums out of columns of numbers: the whitespace between a column of texts and one of numbers is wide
 * enough for such a label, which may then be assigned to the numbers. A label with no other text of that column above
 * or below it moves to the column before it, if that is empty.
 */
export function labelsApart(rows: readonly ColumnRow[]): ColumnRow[] {
  return rows.map(({ row, chunks }) => ({
    row,
    chunks: chunks.map((own, index) => {
      const left = own.first - 1;
      if (left <= (chunks[index - 1]?.last ?? -1) || !isBesideNumber(own, chunks[index + 1])) return own;
      return rows.some((other) => other.row !== row && other.chunks.some((chunk) => isOver(chunk, own)))
        ? own
        : { ...own, first: left, last: left };
    }),
  }));
}

function isBesideNumber({ chunk, first, last }: ColumnChunk, next: ColumnChunk | undefined): boolean {
  const isShared = first === last && next?.first === last;
  return isShared && isNumberText(next.chunk.text) && label.test(chunk.text);
}

function isOver({ chunk: { box }, first, last }: ColumnChunk, own: ColumnChunk): boolean {
  return first <= own.first && last >= own.first && box.x0 < own.chunk.box.x1 && box.x1 > own.chunk.box.x0;
}
