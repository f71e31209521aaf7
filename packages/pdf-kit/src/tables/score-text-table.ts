import type { Chunk } from './chunk.ts';
import type { ColumnRow } from './column-row.ts';
import { labelOf } from './row-label.ts';
import { isLeader } from './text-rows.ts';
import { isEntryText, isLabelText, isValueText, isYearText } from './value-text.ts';

/** Which rows of a table have rules between them. */
export type TableRules = 'none' | 'some' | 'every-row';

/**
 * How much rows separated by whitespace look like a table, 0–1; 0 is no table. Values in columns are the best evidence; words
 * must keep to at least three columns, be short, and line up on the left. Between rules they may run on.
 */
export function scoreTextTable(rows: readonly ColumnRow[], columnCount: number, rules: TableRules): number {
  const several = rows.filter(({ chunks }) => new Set(chunks.map(({ first }) => first)).size >= 2);
  if (several.length < 2 || columnCount < 2) return 0;
  const labels = new Set(several.map(rowLabel));
  const data = several.flatMap(({ chunks }) => chunks.filter(({ first, chunk }) => first > 0 && !labels.has(chunk)));
  const values =
    data.filter(({ chunk }) => isEntryText(chunk.text) && !isYearText(chunk.text)).length / Math.max(1, data.length);
  const severalShare = several.length / rows.length;
  if (isContents(several, columnCount) || isLabelled(several, columnCount, values)) return 0;
  if (rules !== 'none') {
    // Where nearly all beside the labels are values, more of the labels may have none.
    const fewest = values >= 0.7 ? 0.3 : 0.4;
    if (values >= 0.3 && severalShare >= fewest && several.length >= 3) return 0.8;
    const keepsOrder = isShort(data) || (rules === 'every-row' && linesUp(several, columnCount));
    return severalShare >= 0.5 && several.length >= 3 && keepsOrder ? 0.6 : 0;
  }
  if (columnCount === 2) return values >= 0.7 && several.length >= 4 && severalShare >= 0.6 ? 0.6 : 0;
  if (values >= 0.5 && several.length >= 3 && severalShare >= 0.5) return 0.75;
  return several.length >= 4 && severalShare >= 0.6 && isShort(data) && linesUp(several, columnCount) ? 0.5 : 0;
}

function rowLabel({ chunks }: ColumnRow): Chunk | null {
  return labelOf(chunks.map(({ chunk }) => chunk));
}

/** Titles with page numbers: two columns, leaders between them or numbers that rise monotonically. */
function isContents(rows: readonly ColumnRow[], columnCount: number): boolean {
  if (columnCount > 3) return false;
  const leaders = rows.filter(({ row }) =>
    row.chunks.some(({ words }) => words.some(isLeader) || /\.{4,}/.test(words.at(-1)?.text ?? '')),
  );
  const numbers = rows.map(({ chunks }) => Number(chunks.at(-1)?.chunk.text ?? Number.NaN));
  const rising = numbers.filter((value, index) => Number.isInteger(value) && value >= (numbers[index - 1] ?? 0)).length;
  return (
    rising >= 0.8 * rows.length &&
    (leaders.length > 0.5 * rows.length || (numbers.every(Number.isInteger) && rows.length > 6))
  );
}

/** A list, or two side by side: most rows begin with a bullet or a number, and few values follow. */
function isLabelled(rows: readonly ColumnRow[], columnCount: number, values: number): boolean {
  const labels = rows.filter((row) => rowLabel(row) !== null).length;
  if (labels > 0.6 * rows.length && (columnCount === 2 || values < 0.5) && columnCount <= 6) return true;
  return columnCount <= 4 && (isCounted(rows, columnCount) || hasBulletColumn(rows, columnCount));
}

/** Numbers from one line to the next with nothing but text beside them: a numbered listing. */
function isCounted(rows: readonly ColumnRow[], columnCount: number): boolean {
  const numbers = rows.map(({ chunks }) => Number(chunks[0]?.chunk.text ?? Number.NaN));
  const counted = numbers.slice(1).filter((value, index) => value === (numbers[index] ?? 0) + 1).length;
  const values = rows.flatMap(({ chunks }) => chunks.slice(1)).filter(({ chunk }) => isValueText(chunk.text)).length;
  return columnCount === 2 && counted >= 0.8 * (rows.length - 1) && values < 0.3 * rows.length;
}

/** One column of bullets or dashes and nothing else, beside words: several such columns are marks in a table. */
function hasBulletColumn(rows: readonly ColumnRow[], columnCount: number): boolean {
  const columns = Array.from({ length: columnCount }, (_, column) =>
    rows.flatMap(({ chunks }) => chunks.filter(({ first, last }) => first === column && last === column)),
  );
  const bulleted = columns.filter(
    (own) => own.length >= 3 && own.every(({ chunk }) => chunk.text.length === 1 && isLabelText(chunk.text)),
  );
  const values = rows
    .flatMap(({ chunks }) => chunks)
    .filter(({ chunk }) => /\d/.test(chunk.text) && isValueText(chunk.text));
  return bulleted.length === 1 && values.length < 0.2 * rows.length;
}

function isShort(chunks: readonly { readonly chunk: { readonly words: readonly unknown[] } }[]): boolean {
  const words = chunks.reduce((sum, { chunk }) => sum + chunk.words.length, 0);
  return words / Math.max(1, chunks.length) <= 4.5;
}

/** Whether the pieces of most columns begin at the same place. */
function linesUp(rows: readonly ColumnRow[], columnCount: number): boolean {
  let aligned = 0;
  for (let column = 0; column < columnCount; column += 1) {
    const boxes = rows.flatMap(({ chunks }) =>
      chunks.filter(({ first }) => first === column).map(({ chunk }) => chunk.box),
    );
    const best = Math.max(
      ...[
        edgeShare(boxes.map(({ x0 }) => x0)),
        edgeShare(boxes.map(({ x1 }) => x1)),
        edgeShare(boxes.map(({ x0, x1 }) => (x0 + x1) / 2)),
      ],
    );
    if (best >= 0.6) aligned += 1;
  }
  return aligned >= 0.75 * columnCount;
}

function edgeShare(edges: readonly number[]): number {
  const most = Math.max(0, ...edges.map((edge) => edges.filter((other) => Math.abs(other - edge) < 2).length));
  return most / Math.max(1, edges.length);
}
