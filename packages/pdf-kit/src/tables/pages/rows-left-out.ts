import { stackRows } from '../stack-rows.ts';
import type { Table } from '../types.ts';
import { haveSameColumns } from './table-continuation.ts';

/** A row with fewer of its cells filled may be a note or the title of what follows. */
const filledShare = 0.5;
const minFilled = 2;

/**
 * A table with the rows right below it that another reading of the page, with the same columns, has as well: whoever goes
 * by amounts misses a last row without any, such as a runner without a time.
 */
export function withRowsLeftOut(table: Table, other: Table): Table {
  if (table.angle !== 0 || other.angle !== 0 || !haveSameColumns(table, other)) return table;
  const rows = Array.from({ length: other.rowCount }, (_, row) =>
    other.cells.filter((cell) => cell.row === row && cell.text !== ''),
  );
  const isBelow = (row: Table['cells']) =>
    row.length > 0 && row.every(({ lines }) => lines.every(({ box }) => box.y0 >= table.box.y1 - 1));
  const isRecord = (row: Table['cells']) => row.length >= Math.max(minFilled, filledShare * other.columnCount);
  const start = rows.findIndex(isBelow);
  const length = rows.slice(Math.max(0, start)).findIndex((row) => !isRecord(row));
  const end = length < 0 ? rows.length : start + length;
  if (start < other.headerRows || end <= start) return table;
  const rowCuts = other.rowCuts.slice(start, end + 1);
  const below = {
    ...other,
    box: { ...other.box, y0: rowCuts[0] ?? 0, y1: rowCuts.at(-1) ?? 0 },
    rowCount: end - start,
    cells: other.cells.flatMap((cell) =>
      cell.row >= start && cell.row + cell.rowSpan <= end ? [{ ...cell, row: cell.row - start }] : [],
    ),
  };
  return { ...table, ...stackRows(table, below), rowCuts: [...table.rowCuts, ...rowCuts.slice(1)] };
}
