import { isHeadingText } from '../is-heading-text.ts';
import type { Table } from '../types.ts';

/** How large a grid of headings is: at least this many columns, and at most this many rows. */
const minColumns = 3;
const maxRows = 4;

/** Whether a table is a grid in which every column after the labels has a heading, and no cell an amount. */
export function isHeadingGrid({ kind, angle, cells, rowCount, columnCount }: Table): boolean {
  if (kind !== 'ruled' || angle !== 0 || columnCount < minColumns || rowCount > maxRows) return false;
  const filled = cells.filter(({ text }) => text !== '');
  const lowest = filled.filter(({ row, rowSpan, columnSpan }) => row + rowSpan === rowCount && columnSpan === 1);
  return (
    lowest.filter(({ column }) => column > 0).length === columnCount - 1 &&
    filled.every(({ text }) => isHeadingText(text))
  );
}
