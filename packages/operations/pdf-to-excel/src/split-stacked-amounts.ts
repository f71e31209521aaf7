import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/**
 * Moves amounts in a foreign currency, set below those of the account in the same cell, to separate rows: a cell with
 * two numbers would be text.
 */
export function splitStackedAmounts(table: SheetTable, decimal: DecimalSign): SheetTable {
  const stacked = new Set(
    table.cells.filter((cell) => cell.row >= table.headerRows && cell.rowSpan === 1 && isStacked(cell, decimal)),
  );
  if (stacked.size === 0) return table;
  const rows = new Set([...stacked].map(({ row }) => row));
  const above = [0];
  for (let row = 0; row < table.rowCount; row += 1) above.push((above[row] ?? 0) + (rows.has(row) ? 1 : 0));
  const added = (row: number) => above[row] ?? rows.size;
  const place = (cell: SheetCell): SheetCell => {
    const row = cell.row + added(cell.row);
    return { ...cell, row, rowSpan: cell.row + cell.rowSpan + added(cell.row + cell.rowSpan) - row };
  };
  return {
    ...table,
    rowCount: table.rowCount + rows.size,
    cells: table.cells.flatMap((cell) => {
      if (!rows.has(cell.row) || cell.rowSpan > 1) return [place(cell)];
      const [first = '', second] = stacked.has(cell) ? cell.text.split('\n') : [cell.text];
      const own = { ...cell, row: cell.row + added(cell.row), text: first };
      return [own, { ...own, row: own.row + 1, text: second ?? '' }];
    }),
  };
}

/** Whether a cell has two stacked amounts, the second in another currency. */
function isStacked({ text, runs }: SheetCell, decimal: DecimalSign): boolean {
  const lines = text.split('\n');
  if (lines.length !== 2 || runs !== null) return false;
  const [upper, lower] = lines.map((line) => parseNumber(line, decimal));
  const sign = lower?.currency?.sign;
  return upper != null && sign !== undefined && sign !== upper.currency?.sign;
}
