import { expect, test } from 'vitest';
import { stripsOf } from '../src/page-model/content/thin-strips.ts';

const points = (...corners: readonly (readonly [number, number])[]) => corners.map(([x, y]) => ({ x, y }));

test('two sides of a border drawn in one go are two bars', () => {
  const bent = points([50, 100], [250, 100], [249, 101], [51, 101], [51, 199], [50, 200]);
  expect(stripsOf(bent, 3, { bent: true })).toEqual([
    { x0: 50, y0: 100, x1: 250, y1: 101 },
    { x0: 50, y0: 100, x1: 51, y1: 200 },
  ]);
  expect(stripsOf(bent, 3, { bent: false })).toBeNull();
});

test('a polygon of a map is no bar, found out at once', () => {
  const coast = Array.from({ length: 200_000 }, (_, index) => ({ x: index % 400, y: Math.sin(index) }));
  expect(stripsOf(coast, 3, { bent: true })).toBeNull();
});

test('a step, or a thick angle, is a shape', () => {
  expect(stripsOf(points([0, 0], [80, 0], [80, 40], [40, 40], [40, 80], [0, 80]), 3, { bent: true })).toBeNull();
  expect(stripsOf(points([0, 0], [80, 0], [80, 10], [10, 10], [10, 80], [0, 80]), 3, { bent: true })).toBeNull();
});
