import { boxHeight, boxWidth, containsMiddle } from '../../page-model/box.ts';
import type { Box, Page } from '../../page-model/types.ts';
import { boxOfCell, type CellDraft, type PlacedWord, placeWords, type TableDraft } from '../compose-table.ts';
import { turnedChunks } from '../headers/turned-chunks.ts';
import { isLeader } from '../text-rows.ts';
import { trimTable } from '../trim-table.ts';
import type { Edge, PageEdges } from './edges.ts';
import {
  connectedEdges,
  createGrid,
  type Grid,
  type GridCell,
  gridBox,
  gridCells,
  hasHorizontal,
  hasVertical,
} from './grid.ts';
import { splitAtHeadings } from './split-at-headings.ts';
import { splitGridColumns } from './split-grid-columns.ts';
import { splitGridRows } from './split-grid-rows.ts';
import { splitGroupHeadings } from './split-group-headings.ts';
import { splitOpenCells } from './split-open-cells.ts';
import { splitTallCells } from './split-tall-cells.ts';
import { splitUnderHeadings } from './split-under-headings.ts';
import { splitValueLines } from './split-value-lines.ts';

/**
 * A border that extends this far beyond the outermost crossing one shows that the outer border is missing, in points: a
 * line of small type is 7 high.
 */
const overhangPt = 6.5;
/** This many words level with its end also show it, for even smaller type. */
const minBeside = 3;
/** A single border across this many others separates two columns or rows of a table; with a row of text at its end, fewer do. */
const minCrossings = 3;
const minCrossingsAtRow = 2;
/** A cell with this many words outside any table frames running text. */
const framedWords = 25;

/** What the borders on a page form: tables, and frames around text. */
export interface RuledRegions {
  readonly tables: readonly TableDraft[];
  /** Cells of grids that are not tables but hold running text: nothing in one forms rows with text in another. */
  readonly frames: readonly Box[];
}

export interface RuledTablesOptions {
  /**
   * If cells have more words than this on average, the grid is a layout. With visible borders, cells may hold any text.
   */
  readonly maxWordsPerCell?: number;
}

/** Tables drawn as grids: borders between rows and between columns. */
export function findRuledTables(
  page: Page,
  edges: PageEdges,
  { maxWordsPerCell = Number.POSITIVE_INFINITY }: RuledTablesOptions = {},
): RuledRegions {
  const words = placeWords([...page.lines.filter(({ angle }) => angle === 0), ...turnedChunks(page.lines)]).filter(
    ({ word }) => !isLeader(word),
  );
  const tables: TableDraft[] = [];
  const frames: Box[] = [];
  for (const group of connectedEdges(edges)) {
    const draft = readGrid(page, completeBorders(group, words), words);
    const table = draft === null ? null : trimTable(draft);
    if (table !== null && wordsPerCell(table) <= maxWordsPerCell) tables.push(table);
    else if (draft !== null) frames.push(...framesOf(draft));
  }
  return { tables, frames };
}

function wordsPerCell({ cells }: TableDraft): number {
  const filled = cells.filter(({ words }) => words.length > 0);
  return filled.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, filled.length);
}

function framesOf({ cells, columnCuts, rowCuts }: TableDraft): Box[] {
  const full = cells.filter(({ words }) => words.length >= framedWords);
  if (full.length < 2) return [];
  return full.map((cell) => boxOfCell(cell, columnCuts, rowCuts));
}

function readGrid(page: Page, edges: PageEdges, words: readonly PlacedWord[]): TableDraft | null {
  const headed = createGrid(splitUnderHeadings(createGrid(edges), words));
  const first = createGrid(splitGroupHeadings(headed, words));
  if (first.xs.length < 3 || first.ys.length < 2) return null;
  const inside = words.filter(({ word }) => isInside(gridBox(first), word.box));
  const rows = createGrid(splitGridRows(first, page.lines, inside));
  const columns = createGrid(splitGridColumns(rows, page.lines, inside));
  // Columns of values separated only by whitespace reveal rows that the grid did not.
  const whole = columns.xs.length > rows.xs.length ? createGrid(splitGridRows(columns, page.lines, inside)) : columns;
  const tall = splitTallCells(whole, gridCells(whole), inside);
  const open = splitOpenCells(whole, splitAtHeadings(whole, tall, inside), inside);
  const { grid, cells } = splitValueLines({ grid: whole, cells: open }, page.lines, inside);
  const placed = placeInCells(grid, cells, inside);
  const drawn = { ...grid, edges: drawnEdges(grid.edges) };
  const drafts = cells.map((cell): CellDraft => {
    return {
      row: cell.row,
      column: cell.column,
      rowSpan: cell.rowEnd - cell.row,
      columnSpan: cell.columnEnd - cell.column,
      words: placed.get(cell) ?? [],
      borders: bordersOf(drawn, cell),
    };
  });
  return {
    pageNumber: page.number,
    kind: 'ruled',
    columnCuts: grid.xs,
    rowCuts: grid.ys,
    cells: drafts,
    headerRows: 0,
    confidence: 0.9,
  };
}

/** Boundaries between colours, and cuts found by text, are not drawn borders. */
function drawnEdges({ horizontal, vertical }: PageEdges): PageEdges {
  const isDrawn = ({ soft }: Edge) => !soft;
  return { horizontal: horizontal.filter(isDrawn), vertical: vertical.filter(isDrawn) };
}

function isInside(box: Box, word: Box): boolean {
  const x = (word.x0 + word.x1) / 2;
  const y = (word.y0 + word.y1) / 2;
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

function placeInCells(grid: Grid, cells: readonly GridCell[], words: readonly PlacedWord[]) {
  const owners = new Map<number, GridCell>();
  const columns = grid.xs.length - 1;
  for (const cell of cells) {
    for (let row = cell.row; row < cell.rowEnd; row += 1) {
      for (let column = cell.column; column < cell.columnEnd; column += 1) owners.set(row * columns + column, cell);
    }
  }
  const placed = new Map<GridCell, PlacedWord[]>();
  for (const item of words) {
    const { box } = item.word;
    const column = indexOf(grid.xs, (box.x0 + box.x1) / 2);
    const row = indexOf(grid.ys, (box.y0 + box.y1) / 2);
    const cell = owners.get(row * columns + column);
    if (cell === undefined) continue;
    const list = placed.get(cell);
    if (list === undefined) placed.set(cell, [item]);
    else list.push(item);
  }
  return placed;
}

function indexOf(lines: readonly number[], value: number): number {
  let index = 0;
  while (index < lines.length - 2 && value >= (lines[index + 1] ?? 0)) index += 1;
  return index;
}

function bordersOf(grid: Grid, cell: GridCell) {
  return {
    top: hasHorizontal(grid, cell.row, cell.column),
    bottom: hasHorizontal(grid, cell.rowEnd, cell.column),
    left: hasVertical(grid, cell.column, cell.row),
    right: hasVertical(grid, cell.columnEnd, cell.row),
  };
}

/** Adds missing outer borders: where the rules extend past the last one that crosses them. */
function completeBorders({ horizontal, vertical }: PageEdges, words: readonly PlacedWord[]): PageEdges {
  const box = extentOf(horizontal, vertical);
  const isRow = (y0: number, y1: number) =>
    words.filter(({ word }) => containsMiddle({ ...box, y0, y1 }, word.box)).length >= minBeside;
  const addedUpright = missingEnds(horizontal, vertical, boxWidth(box)).map(
    (at): Edge => ({ at, start: box.y0, end: box.y1, soft: true }),
  );
  const addedLevel = missingEnds(vertical, horizontal, boxHeight(box), isRow).map(
    (at): Edge => ({ at, start: box.x0, end: box.x1, soft: true }),
  );
  return { horizontal: [...horizontal, ...addedLevel], vertical: [...vertical, ...addedUpright] };
}

/** Where `rules` begin and end beyond the outermost crossing rules: far beyond, or as far as a row of text. */
function missingEnds(
  rules: readonly Edge[],
  crossing: readonly Edge[],
  extent: number,
  isRow: (from: number, to: number) => boolean = () => false,
): number[] {
  const long = rules.filter(({ start, end }) => end - start > 0.3 * extent);
  const isSingle = long.length === 1;
  if (long.length === 0 || (isSingle && crossing.length < minCrossingsAtRow)) return [];
  const start = Math.min(...long.map((edge) => edge.start));
  const end = Math.max(...long.map((edge) => edge.end));
  const first = Math.min(...crossing.map(({ at }) => at));
  const last = Math.max(...crossing.map(({ at }) => at));
  const missing: number[] = [];
  const least = isSingle && crossing.length < minCrossings ? Number.POSITIVE_INFINITY : overhangPt;
  if (crossing.length === 0 || first - start > least || isRow(start, first)) missing.push(start);
  if (crossing.length === 0 || end - last > least || isRow(last, end)) missing.push(end);
  return missing;
}

function extentOf(horizontal: readonly Edge[], vertical: readonly Edge[]): Box {
  return {
    x0: Math.min(...horizontal.map(({ start }) => start), ...vertical.map(({ at }) => at)),
    x1: Math.max(...horizontal.map(({ end }) => end), ...vertical.map(({ at }) => at)),
    y0: Math.min(...vertical.map(({ start }) => start), ...horizontal.map(({ at }) => at)),
    y1: Math.max(...vertical.map(({ end }) => end), ...horizontal.map(({ at }) => at)),
  };
}
