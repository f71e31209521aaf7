import { uniteBoxes } from '../../page-model/box.ts';
import type { Page } from '../../page-model/types.ts';
import { composeTable } from '../compose-table.ts';
import type { PageEdges } from '../rules/edges.ts';
import { stackRows } from '../stack-rows.ts';
import type { Table } from '../types.ts';
import { readRowsBelow } from './headed-tables.ts';
import { isHeadingGrid } from './is-heading-grid.ts';

/**
 * Adds to a grid drawn around headings only, with several lines and group headings, the rows below it that no vertical
 * rules separate. Null if there are none, or if another of the `tables` is there.
 */
export function withOpenBody(found: Table, page: Page, edges: PageEdges, tables: readonly Table[]): Table | null {
  const table = withoutTitle(found);
  const { box, columnCuts, rowCount } = table;
  if (!isHeadingGrid(table) || rowCount < 2) return null;
  const stops = tables
    .filter((other) => other !== found && other.box.y0 > box.y0 && other.box.x0 < box.x1 && other.box.x1 > box.x0)
    .map((other) => other.box.y0);
  const draft = readRowsBelow(page, { box, cuts: columnCuts }, edges, Math.min(page.heightPt, ...stops));
  if (draft === null) return null;
  const read = composeTable(draft, page.fills);
  const cells = read.cells.filter(({ row }) => row > 0).map((cell) => ({ ...cell, row: cell.row - 1 }));
  const body = {
    ...read,
    box: uniteBoxes(cells.map((cell) => cell.box)),
    rowCount: read.rowCount - 1,
    rowCuts: read.rowCuts.slice(1),
    cells,
  };
  return {
    ...table,
    ...stackRows(table, body),
    kind: 'half-ruled',
    rowCuts: [...table.rowCuts, ...body.rowCuts.slice(1)],
    headerRows: rowCount,
  };
}

/** A grid without the bar across its top that holds its name, which may be wider than its columns. */
function withoutTitle(table: Table): Table {
  const { cells, columnCuts, rowCuts, rowCount, columnCount } = table;
  const [title] = cells;
  if (title === undefined || title.text === '' || title.columnSpan < columnCount || title.rowSpan > 1) return table;
  const own = cells.filter(({ row }) => row > 0).map((cell) => ({ ...cell, row: cell.row - 1 }));
  const end = Math.max(0, ...own.filter(({ text }) => text !== '').map((cell) => cell.column + cell.columnSpan));
  const kept = own.filter(({ column }) => column < end);
  return {
    ...table,
    box: { ...table.box, y0: rowCuts[1] ?? table.box.y0, x1: columnCuts[end] ?? table.box.x1 },
    columnCuts: columnCuts.slice(0, end + 1),
    rowCuts: rowCuts.slice(1),
    columnCount: end,
    rowCount: rowCount - 1,
    cells: kept.map((cell) => ({ ...cell, columnSpan: Math.min(cell.columnSpan, end - cell.column) })),
  };
}
