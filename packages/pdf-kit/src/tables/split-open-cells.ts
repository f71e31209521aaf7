import { containsMiddle } from '../page-model/box.ts';
import type { Box } from '../page-model/types.ts';
import type { PlacedWord } from './compose-table.ts';
import type { Grid, GridCell } from './grid.ts';
import { chunkGapEm } from './text-rows.ts';
import { isValueText } from './value-text.ts';

/** So many values side by side make a row of the body: headings run over columns. */
const minValues = 2;
/** Text may run over a line of the grid by this much, in points. */
const slackPt = 1.5;

/**
 * Splits cells that run across columns only because a row has no upright borders: at lines of the grid that lie in a
 * wide gap of the text. A heading over several columns is one piece of text, and stays.
 */
export function splitOpenCells(grid: Grid, cells: readonly GridCell[], words: readonly PlacedWord[]): GridCell[] {
  return cells.flatMap((cell) => {
    if (cell.columnEnd - cell.column < 2) return [cell];
    const box = {
      x0: grid.xs[cell.column] ?? 0,
      x1: grid.xs[cell.columnEnd] ?? 0,
      y0: grid.ys[cell.row] ?? 0,
      y1: grid.ys[cell.rowEnd] ?? 0,
    };
    const own = words.filter(({ word }) => containsMiddle(box, word.box));
    const lines = cutLines(own, grid.xs, cell);
    const ends = [...lines, cell.columnEnd];
    const parts = ends.map((columnEnd, index) => ({ ...cell, column: ends[index - 1] ?? cell.column, columnEnd }));
    const wordsIn = (part: GridCell) => own.filter(({ word }) => isIn(word.box, grid.xs, part.column, part.columnEnd));
    const values = parts.filter((part) => isValueText(textOf(wordsIn(part))));
    return values.length < minValues ? parts : parts.flatMap((part) => inOwnColumn(part, wordsIn(part), grid.xs));
  });
}

function textOf(words: readonly PlacedWord[]): string {
  return words.map(({ word }) => word.text).join(' ');
}

/** In a row of values, a text within one column is in that one, and those beside it are empty. */
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

/** The lines of the grid to cut at: in each wide gap the one nearest its middle. */
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
