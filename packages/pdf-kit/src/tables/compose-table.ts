import { boxArea, containsMiddle, sharedArea, uniteBoxes } from '../page-model/box.ts';
import { composeLine } from '../page-model/text/build-lines.ts';
import type { Box, Fill, Line, Word } from '../page-model/types.ts';
import { beginsWithLabel, countHeaderRows } from './headers/header-rows.ts';
import { logicalOrder } from './logical-order.ts';
import { isWhite } from './rules/edges.ts';
import type { Table, TableCell, TableKind } from './types.ts';

/** A cell as a detector describes it: its place in the grid and its words, each with the line it comes from. */
export interface CellDraft {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly words: readonly PlacedWord[];
  readonly borders?: TableCell['borders'];
}

export interface PlacedWord {
  readonly word: Word;
  readonly baseline: number;
  /** The line or chunk it comes from, compared by identity: words of one source keep their order. */
  readonly source: object;
  /** Its place in the reading order of its source. */
  readonly order: number;
}

export interface TableDraft {
  readonly pageNumber: number;
  readonly kind: TableKind;
  readonly columnCuts: readonly number[];
  readonly rowCuts: readonly number[];
  readonly cells: readonly CellDraft[];
  readonly headerRows: number;
  readonly confidence: number;
}

const noBorders = { top: false, right: false, bottom: false, left: false };

/** Turns a draft into a table: fills positions without a cell, arranges words in lines, finds background fills. */
export function composeTable(draft: TableDraft, fills: readonly Fill[]): Table {
  const { columnCuts, rowCuts, pageNumber, kind, headerRows, confidence } = draft;
  const rowCount = rowCuts.length - 1;
  const columnCount = columnCuts.length - 1;
  const cells = [...draft.cells, ...emptyCells(draft.cells, rowCount, columnCount)].map((cell) =>
    composeCell(cell, columnCuts, rowCuts, fills),
  );
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return {
    pageNumber,
    kind,
    box: boxOfDraft(draft),
    rowCount,
    columnCount,
    columnCuts,
    rowCuts,
    cells,
    headerRows: beginsWithLabel(cells) ? 0 : headerRows > 0 ? headerRows : countHeaderRows({ rowCount, cells }),
    confidence,
    angle: 0,
  };
}

/** The words of lines or chunks, each with its baseline and order, so that they can be assigned to cells one by one. */
export function placeWords(lines: readonly Pick<Line, 'words' | 'baseline'>[]): PlacedWord[] {
  return lines.flatMap((line) => {
    const order = logicalOrder(line.words);
    return line.words.map((word, index) => ({
      word,
      baseline: line.baseline,
      source: line,
      order: order[index] ?? index,
    }));
  });
}

/** Whether the cells of a draft cover every position of its grid. */
export function coversGrid({ cells, columnCuts, rowCuts }: TableDraft): boolean {
  return emptyCells(cells, rowCuts.length - 1, columnCuts.length - 1).length === 0;
}

function emptyCells(cells: readonly CellDraft[], rowCount: number, columnCount: number): CellDraft[] {
  const taken = new Set<number>();
  for (const { row, column, rowSpan, columnSpan } of cells) {
    for (let r = row; r < row + rowSpan; r += 1) {
      for (let c = column; c < column + columnSpan; c += 1) taken.add(r * columnCount + c);
    }
  }
  const empty: CellDraft[] = [];
  for (let index = 0; index < rowCount * columnCount; index += 1) {
    if (taken.has(index)) continue;
    empty.push({
      row: Math.floor(index / columnCount),
      column: index % columnCount,
      rowSpan: 1,
      columnSpan: 1,
      words: [],
    });
  }
  return empty;
}

/** The box between the outermost cuts of a table. */
function boxOfDraft({ columnCuts, rowCuts }: Pick<TableDraft, 'columnCuts' | 'rowCuts'>): Box {
  return { x0: columnCuts[0] ?? 0, y0: rowCuts[0] ?? 0, x1: columnCuts.at(-1) ?? 0, y1: rowCuts.at(-1) ?? 0 };
}

/** The box around words, one at least. */
export function boxOfWords(words: readonly PlacedWord[]): Box {
  return uniteBoxes(words.map(({ word }) => word.box));
}

/** The box of a cell between the cuts of its table. */
export function boxOfCell(
  { row, column, rowSpan, columnSpan }: Pick<CellDraft, 'row' | 'column' | 'rowSpan' | 'columnSpan'>,
  columnCuts: readonly number[],
  rowCuts: readonly number[],
): Box {
  return {
    x0: columnCuts[column] ?? 0,
    y0: rowCuts[row] ?? 0,
    x1: columnCuts[column + columnSpan] ?? 0,
    y1: rowCuts[row + rowSpan] ?? 0,
  };
}

function composeCell(
  { row, column, rowSpan, columnSpan, words, borders = noBorders }: CellDraft,
  columnCuts: readonly number[],
  rowCuts: readonly number[],
  fills: readonly Fill[],
): TableCell {
  const box = boxOfCell({ row, column, rowSpan, columnSpan }, columnCuts, rowCuts);
  const lines = composeCellLines(words);
  const text = lines.map((line) => line.text).join('\n');
  return { row, column, rowSpan, columnSpan, box, lines, text, fill: fillOf(box, fills), borders };
}

function composeCellLines(words: readonly PlacedWord[]): Line[] {
  const rows: PlacedWord[][] = [];
  for (const placed of [...words].sort((a, b) => a.baseline - b.baseline)) {
    const [first] = rows.at(-1) ?? [];
    const near = first !== undefined && placed.baseline - first.baseline <= 0.3 * placed.word.style.sizePt;
    if (near) rows.at(-1)?.push(placed);
    else rows.push([placed]);
  }
  return rows.map((row) => {
    const pieces = [...Map.groupBy(row, ({ source }) => source).values()];
    const ordered = pieces
      .sort((a, b) => leftOf(a) - leftOf(b))
      .flatMap((piece) => piece.sort((a, b) => a.order - b.order || a.word.box.x0 - b.word.box.x0));
    return composeLine(
      ordered.map(({ word }) => word),
      ordered[0]?.baseline ?? 0,
      0,
    );
  });
}

function leftOf(words: readonly PlacedWord[]): number {
  return Math.min(...words.map(({ word }) => word.box.x0));
}

/** Minimum share of a cell that pieces of one colour cover: office programs shade the margins of a cell piece by piece. */
const shadedShare = 0.8;

/**
 * The topmost fill behind most of a cell, or the colour of the pieces that cover it; null if there is none, or only white
 * on the paper.
 */
function fillOf(box: Box, fills: readonly Fill[]): string | null {
  const area = boxArea(box);
  const inMiddle = fills.filter((fill) => containsMiddle(fill.box, box));
  const behind = inMiddle.findLast((fill) => boxArea(fill.box) >= 0.5 * area) ?? inMiddle.at(-1);
  if (behind === undefined || inMiddle.every(({ color }) => isWhite(color))) return null;
  if (boxArea(behind.box) >= 0.5 * area) return behind.color;
  const pieces = fills.filter(({ color }) => color === behind.color);
  const shaded = pieces.reduce((total, piece) => total + sharedArea(piece.box, box), 0);
  return shaded >= shadedShare * area ? behind.color : null;
}
