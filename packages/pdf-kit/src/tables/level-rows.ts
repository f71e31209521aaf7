import { uniteBoxes } from '../page-model/box.ts';
import type { Chunk } from './chunk.ts';
import { isValueText } from './value-text.ts';

/** Minimum distance of lines of one text, in em; a label and its values in one row of a grid are closer. */
const levelEm = 0.6;
/** This many values at the same offset from their labels show that each pair is one row. */
const minRows = 4;
/** This many labels of two lines with values in their middle show that these are cells of two lines. */
const minBetween = 3;
/** Tolerance for that middle, in em, and for the left edge of the two lines, in points. */
const samePlaceEm = 0.25;
const sameEdgePt = 1;
/** Tolerance for equal offsets, in points. */
const samePt = 0.2;

/**
 * Joins rows of values with the row of their label if both are set at different heights: the label at the top of its
 * cell, the values at the bottom; and values in the middle of two lines with the first of these. Rows are the chunks on one line.
 */
export function joinLevelRows(rows: readonly (readonly Chunk[])[]): (readonly Chunk[])[] {
  const offsets = rows.map((row, index) => levelOffset(row, rows[index + 1]));
  const counts = new Map<number, number>();
  for (const offset of offsets) if (offset !== null) counts.set(stepOf(offset), (counts.get(stepOf(offset)) ?? 0) + 1);
  const isUsual = (offset: number) =>
    [-1, 0, 1].reduce((sum, step) => sum + (counts.get(stepOf(offset) + step) ?? 0), 0) >= minRows;
  const between = rows.map((row, index) => labelsAround(row, rows[index + 1], rows[index + 2]));
  const areBetween = between.reduce((sum, count) => sum + count, 0) >= minBetween;
  const joined: (readonly Chunk[])[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const [row, below, offset] = [rows[index], rows[index + 1], offsets[index] ?? null];
    if (row === undefined) continue;
    const isLevel = below !== undefined && offset !== null && isUsual(offset);
    const isJoined = isLevel || (below !== undefined && areBetween && (between[index] ?? 0) > 0);
    joined.push(isJoined ? [...row, ...below] : row);
    if (isJoined) index += 1;
  }
  return joined;
}

function stepOf(offset: number): number {
  return Math.round(offset / samePt);
}

/**
 * How far values are below the label to their left (negative if above); null if the two rows are not label and values.
 */
function levelOffset(above: readonly Chunk[], below: readonly Chunk[] | undefined): number | null {
  const [first, next] = [above[0], below?.[0]];
  if (below === undefined || first === undefined || next === undefined) return null;
  const offset = next.baseline - first.baseline;
  if (offset > levelEm * Math.min(first.sizePt, next.sizePt)) return null;
  if (isLabel(above) && isValues(below) && isBeside(above, below)) return offset;
  if (isLabel(below) && isValues(above) && isBeside(below, above)) return -offset;
  return null;
}

/** How many labels of two lines have values in their middle, the first to the left of all; 0 where other texts are among them. */
function labelsAround(
  above: readonly Chunk[],
  values: readonly Chunk[] | undefined,
  below: readonly Chunk[] | undefined,
): number {
  const [upper] = above;
  const [value] = values ?? [];
  if (values === undefined || below === undefined || upper === undefined || value === undefined) return 0;
  const arePairs =
    above.length === below.length &&
    above.every((own, index) => {
      const lower = below[index];
      if (lower === undefined || !isLabel([own]) || !isLabel([lower])) return false;
      const middle = (own.box.y0 + lower.box.y1) / 2;
      return (
        Math.abs(own.box.x0 - lower.box.x0) < sameEdgePt &&
        Math.abs((value.box.y0 + value.box.y1) / 2 - middle) < samePlaceEm * value.sizePt
      );
    });
  return arePairs && isValues(values) && Math.max(upper.box.x1, below[0]?.box.x1 ?? 0) < value.box.x0
    ? above.length
    : 0;
}

function isLabel(chunks: readonly Chunk[]): boolean {
  return chunks.some(({ text }) => /\p{L}/u.test(text));
}

function isValues(chunks: readonly Chunk[]): boolean {
  return chunks.every(({ text }) => isValueText(text));
}

function isBeside(left: readonly Chunk[], right: readonly Chunk[]): boolean {
  return uniteBoxes(left.map(({ box }) => box)).x1 < uniteBoxes(right.map(({ box }) => box)).x0;
}
