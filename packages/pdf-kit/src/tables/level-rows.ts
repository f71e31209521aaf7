import { uniteBoxes } from '../page-model/box.ts';
import type { Chunk } from './chunk.ts';
import { isValueText } from './value-text.ts';

/** Minimum distance of lines of one text, in em; a label and its values in one row of a grid are closer. */
const levelEm = 0.6;
/** This many values at the same offset from their labels show that each pair is one row. */
const minRows = 4;
/** Tolerance for equal offsets, in points. */
const samePt = 0.2;

/**
 * Joins rows of values with the row of their label if both are set at different heights: the label at the top of its
 * cell, the values at the bottom. Rows are the chunks on one line.
 */
export function joinLevelRows(rows: readonly (readonly Chunk[])[]): (readonly Chunk[])[] {
  const offsets = rows.map((row, index) => levelOffset(row, rows[index + 1]));
  const counts = new Map<number, number>();
  for (const offset of offsets) if (offset !== null) counts.set(stepOf(offset), (counts.get(stepOf(offset)) ?? 0) + 1);
  const isUsual = (offset: number) =>
    [-1, 0, 1].reduce((sum, step) => sum + (counts.get(stepOf(offset) + step) ?? 0), 0) >= minRows;
  const joined: (readonly Chunk[])[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const [row, below, offset] = [rows[index], rows[index + 1], offsets[index] ?? null];
    if (row === undefined) continue;
    const isLevel = below !== undefined && offset !== null && isUsual(offset);
    joined.push(isLevel ? [...row, ...below] : row);
    if (isLevel) index += 1;
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

function isLabel(chunks: readonly Chunk[]): boolean {
  return chunks.some(({ text }) => /\p{L}/u.test(text));
}

function isValues(chunks: readonly Chunk[]): boolean {
  return chunks.every(({ text }) => isValueText(text));
}

function isBeside(left: readonly Chunk[], right: readonly Chunk[]): boolean {
  return uniteBoxes(left.map(({ box }) => box)).x1 < uniteBoxes(right.map(({ box }) => box)).x0;
}
