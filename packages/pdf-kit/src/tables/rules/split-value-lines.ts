import type { Line } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';
import type { PlacedWord } from '../compose-table.ts';
import type { TextRow } from '../text-rows.ts';
import { isValueText } from '../value-text.ts';
import { createGrid, type Grid, type GridCell } from './grid.ts';
import { gridTextRows } from './grid-text-rows.ts';

/** A grid and the cells that cover it. */
export interface CellGrid {
  readonly grid: Grid;
  readonly cells: readonly GridCell[];
}

/** A line of text within a cell. */
type CellLine = Pick<TextRow, 'chunks'>;

/**
 * Splits cells that hold several values on one line, or a value and the label of another, if whitespace separates them
 * on all lines. Other cells keep their extents over the added columns.
 */
export function splitValueLines(
  { grid, cells }: CellGrid,
  lines: readonly Line[],
  words: readonly PlacedWord[],
): CellGrid {
  const rows = gridTextRows(grid, lines, words);
  if (!rows.some(hasValuesBeside)) return { grid, cells };
  const { xs, ys, edges } = grid;
  const split = cells.map((cell) => {
    const [start, end] = [ys[cell.row] ?? 0, ys[cell.rowEnd] ?? 0];
    const [left, right] = [xs[cell.column] ?? 0, xs[cell.columnEnd] ?? 0];
    const own = rows
      .filter(({ box }) => (box.y0 + box.y1) / 2 > start && (box.y0 + box.y1) / 2 < end)
      .map(({ chunks }) => ({ chunks: chunks.filter(({ box }) => box.x0 > left && box.x1 < right) }));
    const cuts = own.some(hasValuesBeside) ? whiteBetween(own, xs.slice(cell.column + 1, cell.columnEnd)) : [];
    return { cell, start, end, places: [left, ...cuts, right] };
  });
  const added = split.flatMap(({ start, end, places }) =>
    places.slice(1, -1).flatMap((at) => (xs.includes(at) ? [] : [{ at, start, end, soft: true }])),
  );
  const whole = createGrid({ horizontal: edges.horizontal, vertical: [...edges.vertical, ...added] });
  const columnAt = (x: number) => nearest(whole.xs, x);
  return {
    grid: whole,
    cells: split.flatMap(({ cell, places }) =>
      places.slice(1).map((x, index) => ({
        ...cell,
        column: columnAt(places[index] ?? 0),
        columnEnd: columnAt(x),
      })),
    ),
  };
}

function nearest(xs: readonly number[], x: number): number {
  return xs.reduce((best, at, index) => (Math.abs(at - x) < Math.abs((xs[best] ?? 0) - x) ? index : best), 0);
}

/** Whether a line has a number or date beside another one, or before a label with a colon. */
function hasValuesBeside({ chunks }: CellLine): boolean {
  const isValue = ({ text }: Chunk) => /\d/.test(text) && isValueText(text);
  const [value, ...others] = chunks.slice(Math.max(0, chunks.findIndex(isValue)));
  return value !== undefined && isValue(value) && others.some((own) => isValue(own) || own.text.endsWith(':'));
}

/** Where whitespace crosses all lines: at a grid line inside it, or in its middle. */
function whiteBetween(lines: readonly CellLine[], xs: readonly number[]): number[] {
  const boxes = lines.flatMap(({ chunks }) => chunks.map(({ box }) => box)).toSorted((a, b) => a.x0 - b.x0);
  const cuts: number[] = [];
  let reached = boxes[0]?.x1 ?? 0;
  for (const { x0, x1 } of boxes) {
    if (x0 > reached) cuts.push(xs.find((x) => x >= reached && x <= x0) ?? (reached + x0) / 2);
    reached = Math.max(reached, x1);
  }
  return cuts;
}
