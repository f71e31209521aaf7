import { expect, test } from 'vitest';
import { compareBitmaps } from '../src/check/compare-bitmaps.ts';

/** A grey rendering, one level a pixel by its place. */
function rendering(width: number, height: number, level: (x: number, y: number) => number) {
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.fill(level(pixel % width, Math.floor(pixel / width)), 3 * pixel, 3 * pixel + 3);
  }
  return { width, height, data };
}

test('one block that moved far shows, however alike the page is on the whole', () => {
  const before = rendering(300, 300, () => 255);
  const after = rendering(300, 300, (x, y) => (x < 6 && y < 6 ? 200 : 255));
  const { similarity, largestShift } = compareBitmaps(before, after);
  expect(similarity).toBeGreaterThan(0.99);
  expect(largestShift).toBe(55);
});

test('a block cut off by the edge is averaged over the pixels it has', () => {
  const before = rendering(13, 13, () => 255);
  const after = rendering(13, 13, (x, y) => (x === 12 && y === 12 ? 200 : 255));
  expect(compareBitmaps(before, after).largestShift).toBe(55);
});

test('a line that renderers bring to the next row of pixels is none that is gone', () => {
  const line = (row: number) => rendering(60, 60, (_, y) => (y === row ? 0 : 255));
  const isMoved = (shift: number) => shift > 12;
  expect(compareBitmaps(line(5), line(6)).largestShift).toBeGreaterThan(40);
  expect(compareBitmaps(line(5), line(6), isMoved).largestShift).toBe(0);
  expect(compareBitmaps(line(5), line(7), isMoved).largestShift).toBeGreaterThan(40);
  expect(compareBitmaps(line(5), line(99), isMoved).largestShift).toBeGreaterThan(40);
});
