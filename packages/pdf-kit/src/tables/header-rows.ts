import type { Table, TableCell } from './types.ts';
import { isValueText, isYearText } from './value-text.ts';

const mostHeaderRows = 6;

/**
 * How many rows at the top of a ruled table are its header: those before the first row of values, as long as they hold
 * none; or the first row alone when it is set apart by its look.
 */
export function countHeaderRows({ rowCount, cells }: Pick<Table, 'rowCount' | 'cells'>): number {
  const rows = Array.from({ length: Math.min(rowCount, mostHeaderRows + 1) }, (_, row) =>
    cells.filter((cell) => cell.row === row && cell.text !== ''),
  );
  const firstData = rows.findIndex((row) => row.length > 1 && isDataRow(row));
  if (firstData > 0) return firstData;
  const [first = [], second = []] = rows;
  const apart = (look: (cell: TableCell) => boolean) => first.length > 1 && first.every(look) && !second.every(look);
  return rowCount > 1 && (apart(isBold) || apart(({ fill }) => fill !== null)) ? 1 : 0;
}

function isDataRow(row: readonly TableCell[]): boolean {
  const data = row.filter(({ column }) => column > 0);
  const values = data.filter(({ text }) => isValueText(text));
  return values.length >= 0.5 * data.length && values.some(({ text }) => !isYearText(text));
}

function isBold({ lines }: TableCell): boolean {
  return lines.length > 0 && lines.every(({ style }) => style.font.bold);
}
