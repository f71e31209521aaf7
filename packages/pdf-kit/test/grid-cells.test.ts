import { expect, test } from 'vitest';
import type { Edge } from '../src/tables/rules/edges.ts';
import { createGrid, gridCells } from '../src/tables/rules/grid.ts';

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
