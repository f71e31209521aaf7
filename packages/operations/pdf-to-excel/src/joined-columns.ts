import type { SheetCell, SheetTable } from './sheet-model.ts';

/** The cells of a column with text of their own, below the header. */
export function filledCells(cells: readonly SheetCell[], headerRows: number): SheetCell[] {
  return cells.filter(({ row, text, columnSpan }) => row >= headerRows && text !== '' && columnSpan === 1);
}

/** A table without some of its columns; `textOf` gives the remaining cells the text of the removed ones. */
export function withoutColumns(
  table: SheetTable,
  dropped: readonly number[],
  textOf: (cell: SheetCell) => string,
): SheetTable {
  const before = (column: number) => dropped.filter((own) => own < column).length;
  return {
    ...table,
    columnCuts: table.columnCuts.filter((_, index) => !dropped.includes(index)),
    cells: table.cells
      .filter(({ column, columnSpan }) => columnSpan > 1 || !dropped.includes(column))
      .map((cell) => {
        const end = cell.column + cell.columnSpan;
        const column = cell.column - before(cell.column);
        return { ...cell, column, columnSpan: end - before(end) - column, text: textOf(cell) };
      }),
  };
}
