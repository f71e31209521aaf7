import { containsMiddle } from '../page-model/box.ts';
import type { PlacedWord } from './compose-table.ts';
import type { Grid, GridCell } from './grid.ts';
import { chunkGapEm } from './text-rows.ts';

/**
 * Splits cells that run across columns only because a row has no upright borders: where every piece of text keeps to
 * one column of the grid, and wide gaps part the pieces. A heading over several columns is one piece, and stays.
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
    const inside = words.filter(({ word }) => containsMiddle(box, word.box));
    if (!keepsToColumns(inside, grid.xs.slice(cell.column, cell.columnEnd + 1))) return [cell];
    return Array.from({ length: cell.columnEnd - cell.column }, (_, index) => ({
      ...cell,
      column: cell.column + index,
      columnEnd: cell.column + index + 1,
    }));
  });
}

/** Whether the words stand in at least two of the columns, apart from each other, none across a cut. */
function keepsToColumns(words: readonly PlacedWord[], cuts: readonly number[]): boolean {
  const columnAt = (x: number) => cuts.findLastIndex((cut, index) => index < cuts.length - 1 && cut <= x);
  const used = new Set<number>();
  for (const { word } of words) {
    const { x0, x1 } = word.box;
    const column = columnAt((x0 + x1) / 2);
    used.add(column);
    if (x0 < (cuts[column] ?? x0) - 1.5 || x1 > (cuts[column + 1] ?? x1) + 1.5) return false;
  }
  if (used.size < 2) return false;
  for (const line of Map.groupBy(words, ({ baseline }) => baseline).values()) {
    const ordered = line.map(({ word }) => word).sort((a, b) => a.box.x0 - b.box.x0);
    for (const [index, word] of ordered.entries()) {
      const previous = ordered[index - 1];
      if (previous === undefined) continue;
      const crosses = columnAt((previous.box.x0 + previous.box.x1) / 2) !== columnAt((word.box.x0 + word.box.x1) / 2);
      if (crosses && word.box.x0 - previous.box.x1 < chunkGapEm * word.style.sizePt) return false;
    }
  }
  return true;
}
