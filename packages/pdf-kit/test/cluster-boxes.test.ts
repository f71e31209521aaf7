import { expect, test } from 'vitest';
import { clusterBoxes } from '../src/geometry.ts';

const square = (x0: number, y0: number) => ({ x0, y0, x1: x0 + 2, y1: y0 + 2 });

test('boxes within the reach of each other are one cluster, those that a later one joins, too', () => {
  const clusters = clusterBoxes([square(0, 0), square(20, 0), square(10, 4), square(100, 0), square(0, 200)]);
  expect(clusters.map(({ members }) => members)).toEqual([[3], [0, 1, 2], [4]]);
  expect(clusters[1]?.box).toEqual({ x0: 0, y0: 0, x1: 22, y1: 6 });
});

test('a page of 20,000 strokes takes no time that is felt', () => {
  const strokes = Array.from({ length: 20_000 }, (_, index) => square((index % 40) * 30, Math.floor(index / 40) * 30));
  const start = performance.now();
  expect(clusterBoxes(strokes)).toHaveLength(20_000);
  // 0.1 s where nothing else runs; comparing each with each took 30 s.
  expect(performance.now() - start).toBeLessThan(5_000);
});
