import { isAmountText } from './amount-text.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/**
 * The number of rows after a page break that belong to the last entry before it: a row with the amounts that a dated
 * entry lacks, or lines of text above the next date or the closing balance.
 */
export function cutEntryRows(above: SheetTable, body: readonly SheetCell[]): number {
  const last = filledCells(above.cells, above.rowCount - 1);
  const [key] = last;
  if (key === undefined || above.rowCount <= above.headerRows) return 0;
  if (!last.some(isAmount)) {
    const rest = filledCells(body, 0);
    const isDated = key.column === 0 && /\d/.test(key.text) && last.length > 1;
    if (!rest.some(isAmount) || rest.some(({ column }) => column === 0)) return 0;
    return isDated || isUndated(above, last, rest) ? 1 : 0;
  }
  let rows = 0;
  while (isTextBelow(above, filledCells(body, rows))) rows += 1;
  if (rows > 0 && hasRowLike(above, filledCells(body, 0)[0])) return 0;
  const next = filledCells(body, rows);
  const isDated = next[0]?.column === 0 && /\d/.test(next[0].text);
  // Only the closing balance may follow the last entry.
  const isClosing = () => next.some(isAmount) && hasLongTexts(above);
  return rows > 0 && (isDated || isClosing()) ? rows : 0;
}

/**
 * Whether the last row is the text of an entry of the same day as the one above, the only one without amounts, and the
 * rest continues it. A closing balance would be bold.
 */
function isUndated(above: SheetTable, [text, ...others]: readonly SheetCell[], rest: readonly SheetCell[]): boolean {
  const more = rest.find(({ column }) => column === text?.column);
  const rows = Map.groupBy(
    above.cells.filter(({ row, text: own }) => row >= above.headerRows && own !== ''),
    ({ row }) => row,
  );
  const bare = [...rows.values()].filter((row) => !row.some(isAmount));
  return others.length === 0 && text !== undefined && text.column > 0 && bare.length === 1 && more?.bold === text.bold;
}

/** Whether a table has a row like the first after the break, with a single text in the same column: it may be one of its own. */
function hasRowLike({ cells, headerRows }: SheetTable, text: SheetCell | undefined): boolean {
  const rows = Map.groupBy(
    cells.filter((cell) => cell.row >= headerRows && cell.text !== ''),
    ({ row }) => row,
  );
  return [...rows.values()].some((row) => row.length === 1 && row[0]?.column === text?.column);
}

/** Whether texts of a table wrap in columns after the first. */
function hasLongTexts({ cells, headerRows }: SheetTable): boolean {
  return cells.some(({ row, column, text }) => row >= headerRows && column > 0 && text.includes('\n'));
}

/** The cells of a table with those of the rows that belong to its last entry merged in. */
export function completeEntry({ cells, rowCount }: SheetTable, rest: readonly SheetCell[]): readonly SheetCell[] {
  if (rest.length === 0) return cells;
  return cells.map((cell) => {
    if (cell.row !== rowCount - 1) return cell;
    const own = [cell, ...rest.filter(({ column, text }) => column === cell.column && text !== '')];
    const filled = own.filter(({ text }) => text !== '');
    const [look = cell] = filled;
    if (filled.length < 2) return { ...look, row: cell.row };
    return { ...look, row: cell.row, text: filled.map(({ text }) => text).join('\n'), runs: null };
  });
}

function filledCells(cells: readonly SheetCell[], row: number): SheetCell[] {
  return cells.filter((cell) => cell.row === row && cell.text !== '').sort((a, b) => a.column - b.column);
}

function isAmount({ column, text }: SheetCell): boolean {
  return column > 0 && isAmountText(text);
}

/** Whether a row is a single text below the last row, in a column of texts after the first: a code may look like an amount. */
function isTextBelow({ cells, headerRows, rowCount }: SheetTable, [only, ...others]: readonly SheetCell[]): boolean {
  if (only === undefined || others.length > 0 || only.column === 0) return false;
  const column = cells.filter((cell) => cell.column === only.column && cell.row >= headerRows && cell.text !== '');
  return column.some(({ row }) => row === rowCount - 1) && column.some((cell) => !isAmount(cell));
}
