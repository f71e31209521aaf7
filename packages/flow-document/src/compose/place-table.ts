import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import type { LineHabits } from '../analysis/layout/line-habits.ts';
import { fragmentOf } from '../analysis/text/fragments.ts';
import type { Column, FigureItem, Item } from '../analysis/types.ts';
import type { TableBlock, TableCellContent, TableRow } from '../model/blocks.ts';
import type { Alignment, Border, Borders } from '../model/formats.ts';
import { columnAlignments } from './column-alignments.ts';
import type { FittedCell } from './fit-cell.ts';
import { relaxColumns } from './relax-columns.ts';
import { isRightToLeftTable, readFromRight } from './right-to-left-table.ts';
import type { BorderOf } from './table-borders.ts';
import { turnedCell } from './turned-cell.ts';
import { withWideCells } from './wide-cells.ts';

export interface TablePlacement {
  readonly columnX0: number;
  readonly habits: LineHabits;
  /** The pictures that are in its cells. */
  readonly figures: readonly FigureItem[];
  /** The paragraphs of a cell, within its room where they can be. */
  blocksOf(column: Column, room: CellRoom): FittedCell;
  /** Text is beside it. */
  readonly floats: boolean;
  /** LibreOffice moves the end of a tall table to the next page when rows are to be repeated, be there room or not. */
  readonly repeatsHeader: boolean;
  readonly borderOf: BorderOf;
}

/** Between the edges of a cell and its text. */
export const cellPaddingPt = 2;

/** Where the paragraphs of a cell go. */
export interface CellRoom {
  readonly topY: number;
  readonly bottomY: number;
  /** What the cells above and below say; null where the lines of the cell must tell. */
  readonly alignment: Alignment | null;
}

export interface PlacedTable {
  readonly block: TableBlock;
  /** How high it will be: what its cells hold may need more room than they had. */
  readonly heightPt: number;
}

/** A table as it was, with its merged cells, borders and widths. */
export function placeTable(found: Table, placement: TablePlacement): PlacedTable {
  const table = relaxColumns(withWideCells(found));
  const alignmentOf = columnAlignments(table);
  const widths = table.columnCuts.slice(1).map((cut, index) => cut - (table.columnCuts[index] ?? cut));
  const { rows, heightPt } = rowsOf(table, placement, (cell, loweredPt) =>
    fittedCell(cell, alignmentOf(cell), placement, loweredPt),
  );
  const block: TableBlock = {
    kind: 'table',
    columnWidthsPt: widths,
    indentLeftPt: (table.columnCuts[0] ?? placement.columnX0) - placement.columnX0,
    cellPaddingPt,
    rightToLeft: false,
    floating: placement.floats ? { xPt: table.box.x0, yPt: table.box.y0 } : null,
    rows,
  };
  return { block: isRightToLeftTable(found) ? readFromRight(block) : block, heightPt };
}

/**
 * The rows, as high as they were. Where the content of one needs more, the rows below it give up what they have to
 * spare, so that the table ends where it did: `loweredPt` is by how much a cell begins lower than it did.
 */
function rowsOf(
  table: Table,
  { borderOf, repeatsHeader }: TablePlacement,
  fittedOf: (cell: TableCell, loweredPt: number) => FittedCell,
): { readonly rows: readonly TableRow[]; readonly heightPt: number } {
  let loweredPt = 0;
  const rows = Array.from({ length: table.rowCount }, (_, row): TableRow => {
    const cells: TableCellContent[] = [];
    let contentPt = 0;
    let isExact = false;
    for (const cell of cellsOf(table, row)) {
      if (cell === null) {
        cells.push(emptyCell());
        continue;
      }
      isExact ||= directionOf(cell) !== 'level';
      if (cell.row < row) continue;
      const fitted = fittedOf(cell, loweredPt);
      cells.push({ ...contentOf(cell, borderOf), blocks: fitted.blocks });
      if (cell.rowSpan === 1) contentPt = Math.max(contentPt, fitted.heightPt);
    }
    const hadPt = Math.max(0, (table.rowCuts[row + 1] ?? 0) - (table.rowCuts[row] ?? 0));
    const heightPt = isExact ? hadPt : Math.max(0, hadPt - loweredPt);
    const overPt = loweredPt + Math.max(heightPt, isExact ? 0 : contentPt) - hadPt;
    loweredPt = overPt < leastGrowthPt ? 0 : overPt;
    return { heightPt, isExact, header: repeatsHeader && row < table.headerRows, cells };
  });
  return { rows, heightPt: table.box.y1 - table.box.y0 + loweredPt };
}

/** Less growth of a row, in points, is no more than what heights of lines are rounded by. */
const leastGrowthPt = 0.75;

/** The cells of a row from left to right, with those that reach down into it; null where it has none. */
function cellsOf(table: Table, row: number): readonly (TableCell | null)[] {
  const cells: (TableCell | null)[] = [];
  let column = 0;
  while (column < table.columnCount) {
    const cell = cellAt(table, row, column) ?? null;
    cells.push(cell);
    column = cell === null ? column + 1 : cell.column + cell.columnSpan;
  }
  return cells;
}

function cellAt({ cells }: Table, row: number, column: number): TableCell | undefined {
  return cells.find(
    (cell) =>
      row >= cell.row &&
      row < cell.row + cell.rowSpan &&
      column >= cell.column &&
      column < cell.column + cell.columnSpan,
  );
}

const noBorders: Borders = { top: null, right: null, bottom: null, left: null };

function emptyCell(): TableCellContent {
  return {
    columnSpan: 1,
    rowSpan: 1,
    fill: null,
    borders: noBorders,
    verticalAlignment: 'top',
    textDirection: 'level',
    blocks: [],
  };
}

function contentOf(cell: TableCell, borderOf: BorderOf): Omit<TableCellContent, 'blocks'> {
  const { box, borders, columnSpan, rowSpan } = cell;
  const side = (on: boolean, edge: Partial<Box>): Border | null => (on ? borderOf({ ...box, ...edge }) : null);
  return {
    columnSpan,
    rowSpan,
    fill: cell.fill,
    borders: {
      top: side(borders.top, { y1: box.y0 }),
      right: side(borders.right, { x0: box.x1 }),
      bottom: side(borders.bottom, { y0: box.y1 }),
      left: side(borders.left, { x1: box.x0 }),
    },
    verticalAlignment: 'top',
    textDirection: directionOf(cell),
  };
}

function directionOf(cell: TableCell): TableCellContent['textDirection'] {
  return turnedCell(cell)?.direction ?? 'level';
}

function fittedCell(
  cell: TableCell,
  alignment: Alignment | null,
  placement: TablePlacement,
  loweredPt: number,
): FittedCell {
  const turned = turnedCell(cell);
  const { box } = turned ?? cell;
  const column: Column = {
    x0: box.x0 + cellPaddingPt,
    x1: box.x1 - cellPaddingPt,
    reachX1: box.x1 - cellPaddingPt,
    items: turned === null ? itemsOf(cell, placement.figures) : itemsOf({ ...cell, ...turned }, []),
  };
  const borderPt = cell.borders.top ? placement.borderOf({ ...cell.box, y1: cell.box.y0 }).widthPt : 0;
  return placement.blocksOf(column, {
    topY: box.y0 + (turned === null ? loweredPt : 0),
    bottomY: box.y1 - borderPt,
    alignment: turned === null ? alignment : null,
  });
}

/** The lines of the cell, and the pictures in it where they are among them. */
function itemsOf({ lines, box }: TableCell, figures: readonly FigureItem[]): readonly Item[] {
  const level: Item[] = lines.filter(({ words }) => words.length > 0).map((line) => fragmentOf(line, line.words));
  const own = figures.filter((figure) => containsMiddle(box, figure.box));
  return own.length === 0 ? level : [...level, ...own].sort((first, second) => first.box.y0 - second.box.y0);
}
