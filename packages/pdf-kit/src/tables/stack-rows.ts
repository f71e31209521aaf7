import { uniteBoxes } from '../page-model/box.ts';
import type { Table } from './types.ts';

/** The rows of two tables with the same columns, those of the second below. Which row cut separates them is left open. */
export function stackRows(above: Table, below: Table): Pick<Table, 'box' | 'rowCount' | 'cells'> {
  return {
    box: uniteBoxes([above.box, below.box]),
    rowCount: above.rowCount + below.rowCount,
    cells: [...above.cells, ...below.cells.map((cell) => ({ ...cell, row: cell.row + above.rowCount }))],
  };
}
