import { containsMiddle } from '../page-model/box.ts';
import type { PlacedWord } from './compose-table.ts';
import type { Grid, GridCell } from './grid.ts';
import { chunkGapEm } from './text-rows.ts';

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
    const lines = cutLines(
      words.filter(({ word }) => containsMiddle(box, word.box)),
      grid.xs,
      cell,
    );
    const ends = [...lines, cell.columnEnd];
    return ends.map((columnEnd, index) => ({ ...cell, column: ends[index - 1] ?? cell.column, columnEnd }));
  });
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
    if (x < start - 1.5 || x > end + 1.5) continue;
    if (best === null || Math.abs(x - middle) < Math.abs((xs[best] ?? 0) - middle)) best = line;
  }
  return best;
}
