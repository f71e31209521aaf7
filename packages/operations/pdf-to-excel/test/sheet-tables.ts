import type { SheetCell, SheetTable } from '../src/sheet-model.ts';

/** A cell without a look of its own. */
export function sheetCell(row: number, column: number, text: string, changes: Partial<SheetCell> = {}): SheetCell {
  return {
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    page: 1,
    box: { x0: 0, y0: 0, x1: 10, y1: 10 },
    text,
    runs: null,
    recognition: null,
    bold: false,
    italic: false,
    color: '#000000',
    fill: null,
    align: 'left',
    borders: { top: false, right: false, bottom: false, left: false },
    ...changes,
  };
}

/** The cells of rows of texts. */
export function sheetCells(rows: readonly (readonly string[])[]): SheetCell[] {
  return rows.flatMap((texts, row) => texts.map((text, column) => sheetCell(row, column, text)));
}

/** A table of the first page, with a header row. */
export function sheetTable(
  rowCount: number,
  cells: readonly SheetCell[],
  changes: Partial<SheetTable> = {},
): SheetTable {
  return {
    firstPage: 1,
    lastPage: 1,
    rowCount,
    columnCuts: [0, 100],
    fromTop: false,
    caption: null,
    toBottom: false,
    isCarried: false,
    hasTextBelow: false,
    headerRows: 1,
    title: null,
    chain: null,
    isForm: false,
    confidence: 1,
    cells,
    ...changes,
  };
}
