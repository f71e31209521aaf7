import { containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import type { Box } from '../../page-model/types.ts';
import type { PlacedWord } from '../compose-table.ts';
import { isNumberText } from '../value-text.ts';
import type { Edge, PageEdges } from './edges.ts';
import { cellBox, type Grid, type GridCell, gridBox, gridCells, hasVertical } from './grid.ts';

/** Tolerance for the baselines of one line, in em. */
const sameBaselineEm = 0.3;
/** Minimum gap between headings of adjacent columns, in em: a wide word space. */
const apartEm = 0.5;

/**
 * Adds borders to a grid between a heading of several columns and the headings of each of them on the last line of the
 * same cell: `Quantity` over `S  M  L`.
 */
export function splitGroupHeadings(grid: Grid, words: readonly PlacedWord[]): PageEdges {
  const horizontal: Edge[] = [];
  const vertical: Edge[] = [];
  for (const cell of gridCells(grid)) {
    const { y0, y1 } = cellBox(grid, cell);
    const group = isAboveColumns(grid, cell) ? groupIn(grid, cell, words) : null;
    if (group === null) continue;
    const { at, cuts } = group;
    const [start, end] = [cuts[0] ?? 0, cuts.at(-1) ?? 0];
    horizontal.push({ at, start, end, soft: true });
    for (const x of cuts) vertical.push({ at: x, start: x === start || x === end ? y0 : at, end: y1, soft: true });
  }
  return {
    horizontal: [...grid.edges.horizontal, ...horizontal],
    vertical: [...grid.edges.vertical, ...vertical],
  };
}

/** Whether the borders between the columns of a cell begin below it. */
function isAboveColumns(grid: Grid, { column, columnEnd, rowEnd }: GridCell): boolean {
  const inner = Array.from({ length: columnEnd - column - 1 }, (_, index) => column + index + 1);
  return inner.length > 0 && rowEnd < grid.ys.length - 1 && inner.every((line) => hasVertical(grid, line, rowEnd));
}

/** The columns under a group heading, and the height at which their headings begin. */
interface HeadingGroup {
  readonly at: number;
  readonly cuts: readonly number[];
}

/** Adjacent columns that each have a heading on the last line of a cell, under one text over several of them. */
function groupIn(grid: Grid, cell: GridCell, words: readonly PlacedWord[]): HeadingGroup | null {
  const box = cellBox(grid, cell);
  // Text below values is not a heading.
  const above = words.filter(({ word }) => containsMiddle({ ...gridBox(grid), y1: box.y1 }, word.box));
  if (above.some(({ word }) => isNumberText(word.text))) return null;
  const own = above.filter(({ word }) => containsMiddle(box, word.box));
  const lowest = Math.max(...own.map(({ baseline }) => baseline));
  const isLast = ({ baseline, word }: PlacedWord) => lowest - baseline < sameBaselineEm * word.style.sizePt;
  const xs = grid.xs.slice(cell.column, cell.columnEnd + 1);
  const columns = xs.slice(1).map((x1, index) => ({ x0: xs[index] ?? 0, x1 }));
  const headed = columns.filter((column) => own.some((item) => isLast(item) && isIn(item, column)));
  const [first, last] = [headed[0], headed.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  if (columns.indexOf(last) - columns.indexOf(first) !== headed.length - 1) return null;
  const heads = headed.map((column) => extentOf(own.filter((item) => isLast(item) && isIn(item, column))));
  const upper = own.filter((item) => !isLast(item) && isIn(item, { x0: first.x0, x1: last.x1 }));
  if (upper.length === 0) return null;
  const group = extentOf(upper);
  const apartPt = apartEm * (upper[0]?.word.style.sizePt ?? 0);
  const areApart = heads.slice(1).every(({ x0 }, index) => x0 - (heads[index]?.x1 ?? x0) >= apartPt);
  const isAcross = headed.slice(1).some(({ x0 }) => group.x0 < x0 && group.x1 > x0);
  if (!areApart || !isAcross) return null;
  return {
    at: (group.y1 + Math.min(...heads.map(({ y0 }) => y0))) / 2,
    cuts: [first.x0, ...headed.map(({ x1 }) => x1)],
  };
}

function isIn({ word: { box } }: PlacedWord, { x0, x1 }: Pick<Box, 'x0' | 'x1'>): boolean {
  const middle = (box.x0 + box.x1) / 2;
  return middle >= x0 && middle < x1;
}

function extentOf(words: readonly PlacedWord[]): Box {
  return uniteBoxes(words.map(({ word }) => word.box));
}
