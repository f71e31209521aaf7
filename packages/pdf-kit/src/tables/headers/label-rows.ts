import type { Line } from '../../page-model/types.ts';
import { type RowParts, withPartedRows } from '../part-rows.ts';
import type { Table, TableCell } from '../types.ts';

/**
 * Minimum number of labels below each other, and maximum offset between the baselines of a label and its value, in em.
 */
const minLabels = 2;
const levelEm = 0.3;

/**
 * In a grid with a cell of labels, each with a colon, beside a cell of their values, gives each label a row of its own.
 */
export function withLabelRows(table: Table): Table {
  return withPartedRows(table, (row) => labelsOf(table, row));
}

function labelsOf({ cells }: Table, row: number): RowParts | null {
  const own = cells.filter((cell) => cell.row === row && cell.rowSpan === 1 && cell.text !== '');
  const lists = own.flatMap((labels) => {
    const values = own.find(({ column }) => column === labels.column + labels.columnSpan);
    return values !== undefined && isList(labels, values) ? [[labels, values]] : [];
  });
  // Two adjacent lists have separate rows unless they are level.
  const [first] = lists;
  const labels = first?.[0]?.lines ?? [];
  const level = lists.filter((list) => list.every((cell) => areLevel(cell.lines, labels)));
  if (first === undefined || level.length < lists.length) return null;
  const cuts = labels.slice(1).map((line, index) => ((labels[index]?.box.y1 ?? 0) + line.box.y0) / 2);
  return { cuts, cells: new Set(level.flat()) };
}

/** Whether a cell holds only labels, and the adjacent one texts that are each level with one of them. */
function isList({ lines: labels }: TableCell, { lines: values }: TableCell): boolean {
  return (
    labels.length >= minLabels &&
    values.length >= minLabels &&
    values.length <= labels.length &&
    labels.every(({ text }) => /\p{L}.*:$/u.test(text)) &&
    areLevel(values, labels)
  );
}

function areLevel(lines: readonly Line[], others: readonly Line[]): boolean {
  return lines.every(({ baseline, style }) =>
    others.some((other) => Math.abs(other.baseline - baseline) <= levelEm * style.sizePt),
  );
}
