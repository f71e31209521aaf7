import { expect, test } from 'vitest';
import type { Word } from '../src/page-model/types.ts';
import type { Edge } from '../src/tables/rules/edges.ts';
import { connectedEdges, createGrid, gridCells } from '../src/tables/rules/grid.ts';
import { splitAtHeadings } from '../src/tables/rules/split-at-headings.ts';
import { splitOpenCells } from '../src/tables/rules/split-open-cells.ts';
import { splitTallCells } from '../src/tables/rules/split-tall-cells.ts';

/** Borders at so many lines, ten points apart. `onRead` is called whenever a place is read. */
function lines(count: number, end: number, onRead = () => {}): Edge[] {
  return Array.from({ length: count }, (_, line) => {
    const edge = { start: 0, end };
    return Object.defineProperty(edge, 'at', {
      get: () => {
        onRead();
        return line * 10;
      },
    }) as unknown as Edge;
  });
}

test('positions that no border separates are one cell', () => {
  const [first, half, last] = lines(3, 20);
  if (first === undefined || half === undefined || last === undefined) throw new Error('no lines');
  // The middle column line ends half way down.
  const vertical = [last, { ...half, at: 10, end: 10 }, first];
  const cells = gridCells(createGrid({ horizontal: lines(3, 20).reverse(), vertical }));
  expect(cells).toEqual([
    { row: 0, column: 0, rowEnd: 1, columnEnd: 1 },
    { row: 0, column: 1, rowEnd: 1, columnEnd: 2 },
    { row: 1, column: 0, rowEnd: 2, columnEnd: 2 },
  ]);
});

test('a cell is not compared with the borders of all others', () => {
  let reads = 0;
  const count = () => {
    reads += 1;
  };
  const edges = { horizontal: lines(101, 1_000, count), vertical: lines(101, 1_000, count) };
  expect(gridCells(createGrid(edges))).toHaveLength(10_000);
  expect(reads).toBeLessThan(1_000_000);
});

test('borders are not compared with those elsewhere to find the grids that they form', () => {
  let reads = 0;
  const crosses = (count: number) => Array.from({ length: count }, (_, index) => 40 * index);
  const edge = (at: number) =>
    Object.defineProperty({ at, end: at + 10 }, 'start', {
      get: () => {
        reads += 1;
        return at - 10;
      },
    }) as unknown as Edge;
  const level = crosses(2_000).flatMap((at) => [edge(at), edge(at)]);
  expect(connectedEdges({ horizontal: level, vertical: crosses(2_000).map(edge) })).toHaveLength(2_000);
  expect(reads).toBeLessThan(100_000);
});

test('a cell is not compared with the words of all others', () => {
  let reads = 0;
  const grid = createGrid({ horizontal: lines(41, 400), vertical: lines(41, 400) });
  const words = gridCells(grid).map(({ row, column }) => ({
    word: {
      get box() {
        reads += 1;
        return { x0: 10 * column + 2, y0: 10 * row + 2, x1: 10 * column + 8, y1: 10 * row + 8 };
      },
      text: 'word',
      style: { sizePt: 6 },
    } as unknown as Word,
    baseline: 10 * row + 8,
    source: grid,
    order: 0,
  }));
  const tall = splitTallCells(grid, gridCells(grid), words);
  expect(splitOpenCells(grid, splitAtHeadings(grid, tall, words), words)).toHaveLength(1_600);
  expect(reads).toBeLessThan(100_000);
});
