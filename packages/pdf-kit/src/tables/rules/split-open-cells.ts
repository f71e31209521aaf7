import type { Box } from '../../page-model/types.ts';
import type { PlacedWord } from '../compose-table.ts';
import { chunkGapEm } from '../text-rows.ts';
import { isTimeText, isValueText } from '../value-text.ts';
import { cellBox, type Grid, type GridCell } from './grid.ts';
import { indexWords, type WordsInBox } from './words-in-box.ts';

/** This many adjacent values make a row of the body; headings cross columns. */
const minValues = 2;
/** How far text may extend over a grid line, in points. */
const slackPt = 1.5;

/** A text whose margins in its cell differ by less than this is centred over all its columns. */
const centredPt = 3;
/** Rules along this share of a grid's height separate its columns, not only its headings. */
const drawnShare = 0.5;

/**
 * Splits cells that cross columns only because a row has no vertical borders, at grid lines inside a wide gap of the
 * text. A spanning heading is one piece of text, and stays.
 */
export function splitOpenCells(grid: Grid, cells: readonly GridCell[], words: readonly PlacedWord[]): GridCell[] {
  const wordsInBox = indexWords(words);
  const split = cells.map((cell) => splitCell(grid, cell, wordsInBox));
  // Years may be spanning headings.
  const valued = Map.groupBy(
    split.flatMap(({ values, own }) => [...values].filter((part) => !isTimeText(textOf(wordsIn(own, grid, part))))),
    ({ row }) => row,
  );
  return split.flatMap(({ parts, values, own }) =>
    parts.flatMap((part) => {
      if (part.columnEnd - part.column < 2) return [part];
      const isAmong = values.size >= minValues || isLoneInRow(part, valued.get(part.row) ?? [], values, own, grid);
      return isAmong ? inOwnColumn(part, wordsIn(own, grid, part), grid.xs) : [part];
    }),
  );
}

interface SplitCell {
  readonly parts: readonly GridCell[];
  /** Those of the parts that hold a value. */
  readonly values: ReadonlySet<GridCell>;
  /** The words of the cell. */
  readonly own: readonly PlacedWord[];
}

function splitCell(grid: Grid, cell: GridCell, wordsInBox: WordsInBox): SplitCell {
  const own = wordsInBox(cellBox(grid, cell));
  const lines = cell.columnEnd - cell.column < 2 ? [] : cutLines(own, grid.xs, cell);
  const ends = [...lines, cell.columnEnd];
  const parts = ends.map((columnEnd, index) => ({ ...cell, column: ends[index - 1] ?? cell.column, columnEnd }));
  return { parts, values: new Set(parts.filter((part) => isValueText(textOf(wordsIn(own, grid, part))))), own };
}

/**
 * Whether a cell in a row with values has a text that is off-centre or crosses lines not drawn in the body: it consists
 * of empty cells without a border between them.
 */
function isLoneInRow(
  part: GridCell,
  valued: readonly GridCell[],
  values: ReadonlySet<GridCell>,
  own: readonly PlacedWord[],
  grid: Grid,
): boolean {
  if (own.length === 0 || valued.length < minValues || valued.every((other) => values.has(other))) return false;
  const left = Math.min(...own.map(({ word }) => word.box.x0)) - (grid.xs[part.column] ?? 0);
  const right = (grid.xs[part.columnEnd] ?? 0) - Math.max(...own.map(({ word }) => word.box.x1));
  return Math.abs(left - right) > centredPt || !isDrawnInside(part, grid);
}

/** Whether rules are drawn, for most of the grid's height, along one of the lines that a cell crosses. */
function isDrawnInside({ column, columnEnd }: GridCell, { xs, ys, edges }: Grid): boolean {
  const height = (ys.at(-1) ?? 0) - (ys[0] ?? 0);
  return xs.slice(column + 1, columnEnd).some((x) => {
    const drawn = edges.vertical
      .filter(({ at, soft }) => !soft && Math.abs(at - x) <= slackPt)
      .reduce((sum, { start, end }) => sum + end - start, 0);
    return drawn > drawnShare * height;
  });
}

function wordsIn(own: readonly PlacedWord[], { xs }: Grid, { column, columnEnd }: GridCell): PlacedWord[] {
  return own.filter(({ word }) => isIn(word.box, xs, column, columnEnd));
}

function textOf(words: readonly PlacedWord[]): string {
  return words.map(({ word }) => word.text).join(' ');
}

/** In a row of values, a text within one column belongs to it, and the adjacent cells are empty. */
function inOwnColumn(part: GridCell, words: readonly PlacedWord[], xs: readonly number[]): GridCell[] {
  const columns = Array.from({ length: part.columnEnd - part.column }, (_, index) => part.column + index);
  const holdsAll = (column: number) => words.every(({ word }) => isWithin(word.box, xs, column));
  if (words.length > 0 && !columns.some(holdsAll)) return [part];
  return columns.map((column) => ({ ...part, column, columnEnd: column + 1 }));
}

function isIn(box: Box, xs: readonly number[], column: number, columnEnd: number): boolean {
  const middle = (box.x0 + box.x1) / 2;
  return middle > (xs[column] ?? 0) && middle <= (xs[columnEnd] ?? 0);
}

function isWithin({ x0, x1 }: Box, xs: readonly number[], column: number): boolean {
  return x0 > (xs[column] ?? 0) - slackPt && x1 < (xs[column + 1] ?? 0) + slackPt;
}

/** The grid lines to cut at: in each wide gap, the one nearest its middle. */
function cutLines(words: readonly PlacedWord[], xs: readonly number[], cell: GridCell): number[] {
  const ordered = words.map(({ word }) => word).sort((a, b) => a.box.x0 - b.box.x0);
  const cuts: number[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { box, style } of ordered) {
    if (Number.isFinite(reached) && box.x0 - reached >= chunkGapEm * style.sizePt) {
      const line = nearestLine(xs, cell, reached, box.x0);
      if (line !== null) cuts.push(line);
    }
    reached = Math.max(reached, box.x1);
  }
  return cuts;
}

function nearestLine(xs: readonly number[], cell: GridCell, start: number, end: number): number | null {
  let best: number | null = null;
  const middle = (start + end) / 2;
  for (let line = cell.column + 1; line < cell.columnEnd; line += 1) {
    const x = xs[line] ?? 0;
    if (x < start - slackPt || x > end + slackPt) continue;
    if (best === null || Math.abs(x - middle) < Math.abs((xs[best] ?? 0) - middle)) best = line;
  }
  return best;
}
