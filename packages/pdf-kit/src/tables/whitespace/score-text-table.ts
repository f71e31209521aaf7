import type { Chunk } from '../chunk.ts';
import type { ColumnRow } from '../column-row.ts';
import { labelOf } from '../row-label.ts';
import { isLeader } from '../text-rows.ts';
import { isEntryText, isMeasureText, isYearText } from '../value-text.ts';
import { textTableThresholds } from './thresholds.ts';

const { ruled, twoColumns, values, words, contents, list } = textTableThresholds;

/** Which rows of a table have rules between them. */
export type TableRules = 'none' | 'some' | 'every-row';

/**
 * How much rows separated by whitespace look like a table, 0–1; 0 is no table. Values in columns are the best evidence;
 * words must form at least three columns, be short, and share a left edge, a right edge or a centre line. Between rules
 * they may be longer.
 */
export function scoreTextTable(rows: readonly ColumnRow[], columnCount: number, rules: TableRules): number {
  const hasSeveral = ({ chunks }: ColumnRow) => new Set(chunks.map(({ first }) => first)).size >= 2;
  const several = rows.filter(hasSeveral);
  if (several.length < 2 || columnCount < 2) return 0;
  const labels = new Set(several.map(rowLabel));
  const data = several.flatMap(({ chunks }) => chunks.filter(({ first, chunk }) => first > 0 && !labels.has(chunk)));
  const valueShare =
    data.filter(({ chunk }) => (isEntryText(chunk.text) && !isYearText(chunk.text)) || isMeasureText(chunk.text))
      .length / Math.max(1, data.length);
  // Lines below the last of them are its own, or notes.
  const severalShare = several.length / (rows.findLastIndex(hasSeveral) + 1);
  if (isContents(several, columnCount) || isList(several, columnCount, valueShare)) return 0;
  if (rules !== 'none') {
    if (several.length < ruled.minRows) return 0;
    if (valueShare >= ruled.valueShare && severalShare >= ruled.fullRowShare) return ruled.confidence;
    const keepsOrder = isShort(data) || (rules === 'every-row' && linesUp(several, columnCount));
    return severalShare >= ruled.fullRowShareOfWords && keepsOrder ? ruled.confidenceOfWords : 0;
  }
  const meets = ({ minRows, fullRowShare }: { readonly minRows: number; readonly fullRowShare: number }) =>
    several.length >= minRows && severalShare >= fullRowShare;
  if (columnCount === 2) return valueShare >= twoColumns.valueShare && meets(twoColumns) ? twoColumns.confidence : 0;
  if (valueShare >= values.valueShare && meets(values)) return values.confidence;
  return meets(words) && isShort(data) && linesUp(several, columnCount) ? words.confidence : 0;
}

function rowLabel({ chunks }: ColumnRow): Chunk | null {
  return labelOf(chunks.map(({ chunk }) => chunk));
}

/** Titles with page numbers: two columns, leaders between them or numbers that rise monotonically. */
function isContents(rows: readonly ColumnRow[], columnCount: number): boolean {
  if (columnCount > contents.maxColumns) return false;
  const leaders = rows.filter(({ row }) =>
    row.chunks.some(({ words }) => words.some(isLeader) || /\.{4,}/.test(words.at(-1)?.text ?? '')),
  );
  const numbers = rows.map(({ chunks }) => Number(chunks.at(-1)?.chunk.text ?? Number.NaN));
  const rising = numbers.filter((value, index) => Number.isInteger(value) && value >= (numbers[index - 1] ?? 0)).length;
  return (
    rising >= contents.risingShare * rows.length &&
    (leaders.length > contents.leaderShare * rows.length ||
      (numbers.every(Number.isInteger) && rows.length > contents.minRowsWithoutLeaders))
  );
}

/** A list, or two side by side: most rows begin with a bullet or a number, and few values follow. */
function isList(rows: readonly ColumnRow[], columnCount: number, valueShare: number): boolean {
  if (columnCount > list.maxColumns) return false;
  const labels = rows.filter((row) => rowLabel(row) !== null).length;
  return (
    labels > list.labelShare * rows.length && valueShare < (columnCount === 2 ? twoColumns.valueShare : list.valueShare)
  );
}

function isShort(chunks: readonly { readonly chunk: { readonly words: readonly unknown[] } }[]): boolean {
  const wordCount = chunks.reduce((sum, { chunk }) => sum + chunk.words.length, 0);
  return wordCount / Math.max(1, chunks.length) <= textTableThresholds.maxWordsOfCell;
}

/** Whether the pieces of most columns share a left edge, a right edge or a centre line. */
function linesUp(rows: readonly ColumnRow[], columnCount: number): boolean {
  let aligned = 0;
  for (let column = 0; column < columnCount; column += 1) {
    const boxes = rows.flatMap(({ chunks }) =>
      chunks.filter(({ first }) => first === column).map(({ chunk }) => chunk.box),
    );
    const best = Math.max(
      edgeShare(boxes.map(({ x0 }) => x0)),
      edgeShare(boxes.map(({ x1 }) => x1)),
      edgeShare(boxes.map(({ x0, x1 }) => (x0 + x1) / 2)),
    );
    if (best >= textTableThresholds.alignedShare) aligned += 1;
  }
  return aligned >= textTableThresholds.alignedColumns * columnCount;
}

function edgeShare(edges: readonly number[]): number {
  const most = Math.max(
    0,
    ...edges.map((edge) => edges.filter((other) => Math.abs(other - edge) < textTableThresholds.sameEdgePt).length),
  );
  return most / Math.max(1, edges.length);
}
