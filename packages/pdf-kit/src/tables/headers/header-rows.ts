import type { Table, TableCell } from '../types.ts';
import { hasCents, isTimeText, isValueText } from '../value-text.ts';

const maxHeaderRows = 6;

/**
 * The number of header rows of a ruled table: those before the first row of values, as long as they have none; or only
 * the first row if its style sets it apart.
 */
export function countHeaderRows({ rowCount, cells }: Pick<Table, 'rowCount' | 'cells'>): number {
  const rows = Array.from({ length: Math.min(rowCount, maxHeaderRows + 1) }, (_, row) =>
    cells.filter((cell) => cell.row === row && cell.text !== ''),
  );
  const valued = valueColumns(cells);
  const firstData = rows.findIndex((row) => row.length > 1 && isDataRow(row, valued));
  if (firstData > 0) return firstData;
  const [first = [], second = []] = rows;
  const apart = (look: (cell: TableCell) => boolean) => first.length > 1 && first.every(look) && !second.every(look);
  return rowCount > 1 && (apart(isBold) || apart(({ fill }) => fill !== null)) ? 1 : 0;
}

/** Whether the first row is labels with colons and what they are labels of: those are under no header. */
export function beginsWithLabel(cells: readonly TableCell[]): boolean {
  const first = cells.filter(({ row, text }) => row === 0 && text !== '');
  return first[0]?.column === 0 && areLabelsWithValues(first.map(({ text }) => text));
}

/** Whether texts side by side begin with a label with a colon, and each such label has what it is a label of behind it. */
export function areLabelsWithValues(texts: readonly string[]): boolean {
  const areLabels = [...texts, ':'].map((text) => /[:：]$/.test(text.trim()));
  return areLabels[0] === true && areLabels.every((isLabel, index) => !isLabel || areLabels[index + 1] !== true);
}

/** Columns that hold values in most of their cells. */
function valueColumns(cells: readonly TableCell[]): Set<number> {
  const filled = Map.groupBy(
    cells.filter(({ text }) => text !== ''),
    ({ column }) => column,
  );
  const isValued = (own: readonly TableCell[]) =>
    own.length > 2 && own.filter(({ text }) => isValueText(text)).length > 0.6 * own.length;
  return new Set([...filled].filter(([, own]) => isValued(own)).map(([column]) => column));
}

/**
 * A row of values has values in half of its cells; in a table of words, the columns of values decide, or money in half
 * of them, which never heads a column.
 */
function isDataRow(row: readonly TableCell[], valued: ReadonlySet<number>): boolean {
  const data = row.filter(({ column }) => column > 0);
  const values = data.filter(({ text }) => isValueText(text));
  const inPlace = row.filter(({ column, text }) => valued.has(column) && isValueText(text));
  const expected = row.filter(({ column }) => valued.has(column));
  const sums = inPlace.filter(({ text }) => hasCents(text));
  return (
    values.some(({ text }) => !isTimeText(text)) &&
    (values.length >= 0.5 * data.length ||
      (inPlace.length > 0 && inPlace.length === expected.length) ||
      (sums.length > 1 && sums.length >= 0.5 * expected.length))
  );
}

function isBold({ lines }: TableCell): boolean {
  return lines.length > 0 && lines.every(({ style }) => style.font.bold);
}
