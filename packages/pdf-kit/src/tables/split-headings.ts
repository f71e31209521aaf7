import { uniteBoxes } from '../page-model/box.ts';
import type { Chunk } from './chunk.ts';
import type { ColumnChunk, ColumnRow } from './column-row.ts';

/** How far a heading may be off the edge or the middle of its column, in points. */
const edgeTolerancePt = 1.5;
const middleTolerancePt = 2;
/** Words of different headings are at least this far apart, in em. */
const closestEm = 0.18;

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

/**
 * Takes apart headings that are so close that they look like one: where each column below gets its own part, and
 * each part lines up with its column.
 */
export function splitAlignedHeadings(rows: readonly ColumnRow[], cuts: readonly number[]): ColumnRow[] {
  const extents = Array.from({ length: cuts.length - 1 }, (_, column) => extentOf(rows, column));
  return rows.map(({ row, chunks }) => ({
    row,
    chunks: chunks.flatMap((chunk) => (chunk.first === chunk.last ? [chunk] : splitChunk(chunk, cuts, extents))),
  }));
}

function extentOf(rows: readonly ColumnRow[], column: number): Extent | null {
  const boxes = rows.flatMap(({ chunks }) =>
    chunks.filter(({ first, last }) => first === column && last === column).map(({ chunk }) => chunk.box),
  );
  return boxes.length === 0 ? null : uniteBoxes(boxes);
}

function splitChunk(whole: ColumnChunk, cuts: readonly number[], extents: readonly (Extent | null)[]): ColumnChunk[] {
  const parts: ColumnChunk[] = [];
  for (let column = whole.first; column <= whole.last; column += 1) {
    const left = cuts[column] ?? 0;
    const right = cuts[column + 1] ?? 0;
    const words = whole.chunk.words.filter(({ box }) => {
      const middle = (box.x0 + box.x1) / 2;
      return middle >= left && middle < right;
    });
    const extent = extents[column];
    if (words.length === 0 || extent === null || extent === undefined) return [whole];
    const chunk: Chunk = {
      ...whole.chunk,
      words,
      box: uniteBoxes(words.map(({ box }) => box)),
      text: words.map(({ text }) => text).join(' '),
    };
    if (!linesUp(chunk.box, extent)) return [whole];
    parts.push({ chunk, first: column, last: column });
  }
  const apart = parts.every(({ chunk }, index) => {
    const previous = parts[index - 1];
    return previous === undefined || chunk.box.x0 - previous.chunk.box.x1 >= closestEm * chunk.sizePt;
  });
  return apart ? parts : [whole];
}

function linesUp(part: Extent, column: Extent): boolean {
  return (
    Math.abs(part.x0 - column.x0) <= edgeTolerancePt ||
    Math.abs(part.x1 - column.x1) <= edgeTolerancePt ||
    Math.abs(part.x0 + part.x1 - column.x0 - column.x1) <= 2 * middleTolerancePt
  );
}
