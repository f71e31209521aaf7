import { boxWidth } from '../../page-model/box.ts';
import { isHeadingText } from '../is-heading-text.ts';
import { stackRows } from '../stack-rows.ts';
import type { Table, TableCell } from '../types.ts';
import { isAmountText } from './header-band.ts';

/** Maximum distance of a grid of headings above its rows, in points, */
const touchingPt = 4;
/** the tolerance for its sides, as a share of the width, */
const sideShare = 0.02;
/** and its minimum number of columns. */
const minColumns = 3;
const maxRows = 4;

/** Merges grids drawn around headings only into the tables right below them, as their headers. */
export function withHeaderGrids(tables: readonly Table[]): Table[] {
  const headerOf = new Map<Table, Table>();
  const taken = new Set<Table>();
  for (const below of tables) {
    const header = tables.find((above) => !taken.has(above) && isHeaderOf(above, below));
    if (header === undefined) continue;
    headerOf.set(below, header);
    taken.add(header);
  }
  return tables
    .filter((table) => !taken.has(table))
    .map((table) => {
      const header = headerOf.get(table);
      return header === undefined ? table : stack(header, table);
    });
}

function stack(header: Table, below: Table): Table {
  return {
    ...below,
    ...stackRows(header, below),
    columnCuts: header.columnCuts,
    rowCuts: [...header.rowCuts, ...below.rowCuts.slice(1)],
    headerRows: header.rowCount,
  };
}

function isHeaderOf(above: Table, below: Table): boolean {
  if (above === below || below.angle !== 0 || !isHeadingGrid(above)) return false;
  const tolerance = sideShare * boxWidth(above.box);
  return (
    above.columnCount === below.columnCount &&
    Math.abs(below.box.y0 - above.box.y1) <= touchingPt &&
    Math.abs(below.box.x0 - above.box.x0) <= tolerance &&
    Math.abs(below.box.x1 - above.box.x1) <= tolerance &&
    below.cells.filter(({ text }) => text !== '').every((cell) => isUnderOwn(cell, above.columnCuts)) &&
    below.cells.some(({ row, column, text }) => row === 0 && column > 0 && isAmountText(text))
  );
}

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

/** Whether the middle of a cell's text lies in its own column by other cuts. */
function isUnderOwn({ column, columnSpan, lines }: TableCell, cuts: readonly number[]): boolean {
  return lines.every(({ box }) => {
    const middle = (box.x0 + box.x1) / 2;
    return middle > (cuts[column] ?? 0) && middle < (cuts[column + columnSpan] ?? 0);
  });
}
