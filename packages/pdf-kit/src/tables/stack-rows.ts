import { uniteBoxes } from '../page-model/box.ts';
import { type CellDraft, composeTable } from './compose-table.ts';
import type { Table } from './types.ts';

/** The rows of two tables with the same columns, those of the second below, without the cut between them. */
export function stackRows(above: Table, below: Table): Pick<Table, 'box' | 'rowCount' | 'cells'> {
  return {
    box: uniteBoxes([above.box, below.box]),
    rowCount: above.rowCount + below.rowCount,
    cells: [...above.cells, ...below.cells.map((cell) => ({ ...cell, row: cell.row + above.rowCount }))],
  };
}

/**
 * A table with header rows on top that begin at `tops`; `cells` are those of the header. So many of its own rows stay
 * headers.
 */
export function withHeaderRows(table: Table, tops: readonly number[], cells: readonly CellDraft[], own = 0): Table {
  const { pageNumber, kind, columnCuts, confidence } = table;
  const headerRows = tops.length;
  const rowCuts = [...tops, ...table.rowCuts];
  const draft = {
    pageNumber,
    kind,
    columnCuts,
    rowCuts: rowCuts.slice(0, headerRows + 1),
    cells,
    headerRows,
    confidence,
  };
  return { ...table, ...stackRows(composeTable(draft, []), table), rowCuts, headerRows: headerRows + own };
}
