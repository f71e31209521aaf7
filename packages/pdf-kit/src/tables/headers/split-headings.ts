import { uniteBoxes } from '../../page-model/box.ts';
import { withWords } from '../chunk.ts';
import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import { isValueText } from '../value-text.ts';

/** Tolerance for a heading at the edge or the middle of its column, in points. */
const edgeTolerancePt = 1.5;
const middleTolerancePt = 2;
/** Minimum share of its column's width that a heading covers. */
const overShare = 0.6;
/** Minimum distance of words of different headings, in em. */
const closestEm = 0.18;

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

/**
 * Splits headings that are so close that they look like one, if each column below gets its own part and each part is
 * aligned with its column.
 */
export function splitAlignedHeadings(rows: readonly ColumnRow[], cuts: readonly number[]): ColumnRow[] {
  const extents = Array.from({ length: cuts.length - 1 }, (_, column) => extentOf(rows, column));
  return rows.map(({ row, chunks }, index) => ({
    row,
    chunks: chunks.flatMap((chunk) => {
      if (chunk.first === chunk.last) return [chunk];
      const parts = splitChunk(chunk, cuts, extents);
      return parts.length === 1 && isOverValues(chunk, rows.slice(index + 1)) ? splitBetween(chunk, extents) : parts;
    }),
  }));
}

/** Whether a heading is over two columns and the first text below it in each of them is a value: it is the lowest. */
function isOverValues({ first, last }: ColumnChunk, below: readonly ColumnRow[]): boolean {
  const isHeadingOf = (column: number) => {
    const texts = below.flatMap(({ chunks }) => chunks.filter((own) => own.first === column && own.last === column));
    return texts[0] !== undefined && isValueText(texts[0].chunk.text);
  };
  return last === first + 1 && isHeadingOf(first) && isHeadingOf(last);
}

/** Splits two headings at the one space where the first ends with its column and the other is above the next column. */
function splitBetween(whole: ColumnChunk, extents: readonly (Extent | null)[]): ColumnChunk[] {
  const [left, right] = [extents[whole.first], extents[whole.last]];
  if (left == null || right == null) return [whole];
  const { words } = whole.chunk;
  const found = words.slice(1).flatMap((_, index) => {
    const [before, after] = [words.slice(0, index + 1), words.slice(index + 1)].map((own) =>
      withWords(whole.chunk, own),
    );
    if (before === undefined || after === undefined) return [];
    const isOver =
      Math.min(after.box.x1, right.x1) - Math.max(after.box.x0, right.x0) > overShare * (right.x1 - right.x0);
    return Math.abs(before.box.x1 - left.x1) <= edgeTolerancePt && after.box.x0 > left.x1 && isOver
      ? [[before, after] as const]
      : [];
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return [whole];
  return only.map((chunk, index) => ({ chunk, first: whole.first + index, last: whole.first + index }));
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
    const chunk = withWords(whole.chunk, words);
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
