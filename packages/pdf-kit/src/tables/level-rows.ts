import { uniteBoxes } from '../page-model/box.ts';
import type { Chunk } from './chunk.ts';
import { isValueText } from './value-text.ts';

/** Minimum distance of lines of one text, in em; a label and its values in one row of a grid are closer. */
const levelEm = 0.6;
/** This many values at the same offset from their labels show that each pair is one row. */
const minRows = 4;
/** This many values in the middle of two lines show that these are cells of two lines. */
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
  const between = rows.filter((row, index) => isBetween(row, rows[index + 1], rows[index + 2]));
  const areBetween = between.length >= minBetween;
  const joined: (readonly Chunk[])[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const [row, below, offset] = [rows[index], rows[index + 1], offsets[index] ?? null];
    if (row === undefined) continue;
    const isLevel = below !== undefined && offset !== null && isUsual(offset);
    const isJoined = isLevel || (below !== undefined && areBetween && isBetween(row, below, rows[index + 2]));
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

/** Whether values are in the middle of two lines to their left, of which the upper one names them. */
function isBetween(
  above: readonly Chunk[],
  values: readonly Chunk[] | undefined,
  below: readonly Chunk[] | undefined,
): boolean {
  const [upper, ...others] = above;
  const [lower, ...rest] = below ?? [];
  const [value] = values ?? [];
  if (values === undefined || upper === undefined || lower === undefined || value === undefined) return false;
  const middle = (upper.box.y0 + lower.box.y1) / 2;
  return (
    others.length + rest.length === 0 &&
    isLabel(above) &&
    isLabel([lower]) &&
    isValues(values) &&
    isBeside([upper, lower], values) &&
    Math.abs(upper.box.x0 - lower.box.x0) < sameEdgePt &&
    Math.abs((value.box.y0 + value.box.y1) / 2 - middle) < samePlaceEm * value.sizePt
  );
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
