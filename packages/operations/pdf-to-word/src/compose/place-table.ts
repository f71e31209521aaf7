import { type Box, containsMiddle } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { fragmentOf } from '../analysis/fragments.ts';
import type { LineHabits } from '../analysis/paragraphs.ts';
import type { Column, FigureItem, Item } from '../analysis/types.ts';
import type { Alignment, Block, Border, Borders, TableBlock, TableCellContent, TableRow } from '../document/types.ts';
import { columnAlignments } from './column-alignments.ts';
import { relaxColumns } from './relax-columns.ts';
import type { BorderOf } from './table-borders.ts';
import { turnedCell } from './turned-cell.ts';

export interface TablePlacement {
  readonly columnX0: number;
  readonly habits: LineHabits;
  /** The pictures that stand in its cells. */
  readonly figures: readonly FigureItem[];
  /** The paragraphs of a cell, within its room where they can be. */
  blocksOf(column: Column, room: CellRoom): readonly Block[];
  /** Text stands beside it. */
  readonly floats: boolean;
  /** LibreOffice moves the end of a table that fills its page when several rows of it are to be repeated. */
  readonly repeatsHeader: boolean;
  readonly borderOf: BorderOf;
}

const paddingPt = 2;

/** Where the paragraphs of a cell go. */
export interface CellRoom {
  readonly topY: number;
  readonly bottomY: number;
  /** What the cells above and below say; null where the lines of the cell must tell. */
  readonly alignment: Alignment | null;
}

/** A table as it stood, with its merged cells, borders and widths. */
export function placeTable(found: Table, placement: TablePlacement): TableBlock {
  const table = relaxColumns(found);
  const alignmentOf = columnAlignments(table);
  const widths = table.columnCuts.slice(1).map((cut, index) => cut - (table.columnCuts[index] ?? cut));
  return {
    kind: 'table',
    columnWidthsPt: widths,
    indentLeftPt: (table.columnCuts[0] ?? placement.columnX0) - placement.columnX0,
    cellPaddingPt: paddingPt,
    rightToLeft: false,
    floating: placement.floats ? { xPt: table.box.x0, yPt: table.box.y0 } : null,
    rows: rowsOf(table, placement, (cell) => cellBlocks(cell, alignmentOf(cell), placement)),
  };
}

function rowsOf(
  table: Table,
  { borderOf, repeatsHeader }: TablePlacement,
  blocksOf: (cell: TableCell) => readonly Block[],
): readonly TableRow[] {
  return Array.from({ length: table.rowCount }, (_, row) => {
    const cells: TableCellContent[] = [];
    let column = 0;
    while (column < table.columnCount) {
      const cell = cellAt(table, row, column);
      if (cell === undefined) {
        cells.push(emptyCell());
        column++;
        continue;
      }
      cells.push({ ...contentOf(cell, row, borderOf), blocks: row === cell.row ? blocksOf(cell) : [] });
      column = cell.column + cell.columnSpan;
    }
    return {
      heightPt: Math.max(0, (table.rowCuts[row + 1] ?? 0) - (table.rowCuts[row] ?? 0)),
      isExact: cells.some(({ textDirection }) => textDirection !== 'level'),
      header: repeatsHeader && row < table.headerRows,
      cells,
    };
  });
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
    verticalMerge: 'none',
    fill: null,
    borders: noBorders,
    verticalAlignment: 'top',
    textDirection: 'level',
    blocks: [],
  };
}

function contentOf(cell: TableCell, row: number, borderOf: BorderOf): Omit<TableCellContent, 'blocks'> {
  const opens = row === cell.row;
  const closes = row === cell.row + cell.rowSpan - 1;
  const { box, borders } = cell;
  const side = (on: boolean, edge: Partial<Box>): Border | null => (on ? borderOf({ ...box, ...edge }) : null);
  return {
    columnSpan: cell.columnSpan,
    verticalMerge: cell.rowSpan === 1 ? 'none' : opens ? 'restart' : 'continue',
    fill: cell.fill,
    borders: {
      top: side(opens && borders.top, { y1: box.y0 }),
      right: side(borders.right, { x0: box.x1 }),
      bottom: side(closes && borders.bottom, { y0: box.y1 }),
      left: side(borders.left, { x1: box.x0 }),
    },
    verticalAlignment: 'top',
    textDirection: turnedCell(cell)?.direction ?? 'level',
  };
}

function cellBlocks(cell: TableCell, alignment: Alignment | null, placement: TablePlacement): readonly Block[] {
  const turned = turnedCell(cell);
  const { box } = turned ?? cell;
  const column: Column = {
    x0: box.x0 + paddingPt,
    x1: box.x1 - paddingPt,
    reachX1: box.x1 - paddingPt,
    items: turned === null ? itemsOf(cell, placement.figures) : itemsOf({ ...cell, ...turned }, []),
  };
  const borderPt = cell.borders.top ? placement.borderOf({ ...cell.box, y1: cell.box.y0 }).widthPt : 0;
  return placement.blocksOf(column, {
    topY: box.y0,
    bottomY: box.y1 - borderPt,
    alignment: turned === null ? alignment : null,
  });
}

/** The lines of the cell, and the pictures in it where they stand among them. */
function itemsOf({ lines, box }: TableCell, figures: readonly FigureItem[]): readonly Item[] {
  const level: Item[] = lines.filter(({ words }) => words.length > 0).map((line) => fragmentOf(line, line.words));
  const own = figures.filter((figure) => containsMiddle(box, figure.box));
  return own.length === 0 ? level : [...level, ...own].sort((first, second) => first.box.y0 - second.box.y0);
}
