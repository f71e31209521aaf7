import { createPlaceIndex } from '../../page-model/place-index.ts';
import type { Box } from '../../page-model/types.ts';
import type { Edge, PageEdges } from './edges.ts';

/** Coordinates closer than this are one grid line. */
const snapPt = 2.5;
/** A border separates two cells if it covers this share of their common side. */
const borderShare = 0.5;

/** The grid lines of a connected set of borders. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly edges: PageEdges;
}

/** A rectangle of grid positions that no border divides, as half-open ranges of rows and columns. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowEnd: number;
  readonly columnEnd: number;
}

/** Groups borders that cross or touch; each group with at least two in each direction may be a table. */
export function connectedEdges({ horizontal, vertical }: PageEdges, tolerancePt = 2.5): PageEdges[] {
  const parents = Array.from({ length: horizontal.length + vertical.length }, (_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      // Halves the way for the next time.
      const above = parents[root] ?? root;
      parents[root] = parents[above] ?? above;
      root = above;
    }
    return root;
  };
  const uprights = createPlaceIndex(
    vertical.map(({ at, start, end }, column) => [
      column,
      { x0: at, y0: start - tolerancePt, x1: at, y1: end + tolerancePt },
    ]),
  );
  horizontal.forEach((level, row) => {
    const along = { x0: level.start - tolerancePt, y0: level.at, x1: level.end + tolerancePt, y1: level.at };
    for (const column of uprights.touching(along)) parents[find(row)] = find(horizontal.length + column);
  });
  const groups = new Map<number, { horizontal: Edge[]; vertical: Edge[] }>();
  const groupOf = (index: number) => {
    const root = find(index);
    const group = groups.get(root) ?? { horizontal: [], vertical: [] };
    groups.set(root, group);
    return group;
  };
  horizontal.forEach((edge, index) => {
    groupOf(index).horizontal.push(edge);
  });
  vertical.forEach((edge, index) => {
    groupOf(horizontal.length + index).vertical.push(edge);
  });
  return [...groups.values()].filter((group) => group.horizontal.length >= 2 && group.vertical.length >= 1);
}

export function createGrid(edges: PageEdges): Grid {
  return { xs: snap(edges.vertical), ys: snap(edges.horizontal), edges };
}

/** Distinct positions; each cluster is placed at its longest border. */
function snap(edges: readonly Edge[]): number[] {
  const clusters: Edge[][] = [];
  for (const edge of [...edges].sort((a, b) => a.at - b.at)) {
    const cluster = clusters.at(-1);
    const last = cluster?.at(-1);
    if (cluster !== undefined && last !== undefined && edge.at - last.at <= snapPt) cluster.push(edge);
    else clusters.push([edge]);
  }
  return clusters.flatMap((cluster) => {
    const longest = cluster.reduce((best, edge) => (edge.end - edge.start > best.end - best.start ? edge : best));
    return [longest.at];
  });
}

/** The cells of a grid: positions joined where no border separates them. Together they cover the grid. */
export function gridCells(grid: Grid): GridCell[] {
  const rows = grid.ys.length - 1;
  const columns = grid.xs.length - 1;
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(row * columns + column)) continue;
      const cell = growCell(grid, row, column, taken);
      for (let r = cell.row; r < cell.rowEnd; r += 1) {
        for (let c = cell.column; c < cell.columnEnd; c += 1) taken.add(r * columns + c);
      }
      cells.push(cell);
    }
  }
  return cells;
}

/** The largest undivided rectangle from a position: first to the right, then down. */
function growCell(grid: Grid, row: number, column: number, taken: ReadonlySet<number>): GridCell {
  const rows = grid.ys.length - 1;
  const columns = grid.xs.length - 1;
  let columnEnd = column + 1;
  while (columnEnd < columns && !taken.has(row * columns + columnEnd) && !hasVertical(grid, columnEnd, row))
    columnEnd += 1;
  let rowEnd = row + 1;
  while (rowEnd < rows && isOpenBelow(grid, rowEnd, column, columnEnd, taken)) rowEnd += 1;
  return { row, column, rowEnd, columnEnd };
}

function isOpenBelow(grid: Grid, row: number, column: number, columnEnd: number, taken: ReadonlySet<number>): boolean {
  const columns = grid.xs.length - 1;
  for (let c = column; c < columnEnd; c += 1) {
    if (taken.has(row * columns + c) || hasHorizontal(grid, row, c)) return false;
    if (c > column && hasVertical(grid, c, row)) return false;
  }
  const closedLeft = column === 0 || hasVertical(grid, column, row);
  const closedRight = columnEnd === columns || hasVertical(grid, columnEnd, row);
  return closedLeft && closedRight;
}

/** Whether a border is at grid line `line` along row `row`. */
export function hasVertical({ xs, ys, edges }: Grid, line: number, row: number): boolean {
  return isCovered(edges.vertical, xs[line] ?? 0, ys[row] ?? 0, ys[row + 1] ?? 0);
}

/** Whether a border is at grid line `line` along column `column`. */
export function hasHorizontal({ xs, ys, edges }: Grid, line: number, column: number): boolean {
  return isCovered(edges.horizontal, ys[line] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0);
}

function isCovered(edges: readonly Edge[], at: number, start: number, end: number): boolean {
  let covered = 0;
  const sorted = inOrder(edges);
  // A hair before: the difference of two places is rounded otherwise than their sum.
  for (let index = firstFrom(sorted, at - snapPt - 1e-6); index < sorted.length; index += 1) {
    const edge = sorted[index];
    if (edge === undefined || edge.at - at > snapPt) break;
    if (at - edge.at > snapPt) continue;
    covered = Math.max(covered, Math.min(edge.end, end) - Math.max(edge.start, start));
  }
  return covered >= borderShare * (end - start);
}

/** The borders of a grid by their places: each side of each cell asks for those at its line. */
const ordered = new WeakMap<readonly Edge[], readonly Edge[]>();

function inOrder(edges: readonly Edge[]): readonly Edge[] {
  const known = ordered.get(edges) ?? [...edges].sort((first, second) => first.at - second.at);
  ordered.set(edges, known);
  return known;
}

/** The index of the first border that is not before a place. */
function firstFrom(sorted: readonly Edge[], place: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function gridBox({ xs, ys }: Grid): Box {
  return { x0: xs[0] ?? 0, y0: ys[0] ?? 0, x1: xs.at(-1) ?? 0, y1: ys.at(-1) ?? 0 };
}

export function cellBox({ xs, ys }: Grid, { row, rowEnd, column, columnEnd }: GridCell): Box {
  return { x0: xs[column] ?? 0, x1: xs[columnEnd] ?? 0, y0: ys[row] ?? 0, y1: ys[rowEnd] ?? 0 };
}
