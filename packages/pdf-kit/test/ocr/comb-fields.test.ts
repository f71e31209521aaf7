import { expect, test } from 'vitest';
import { closeCombs, openCombs } from '../../src/ocr/comb-fields.ts';
import type { GreyRaster, RasterLine } from '../../src/ocr.ts';

const [pitch, height] = [40, 50];

/** A box of `cells` cells at (20, 20) with these letters, each a ring of its width and 20 high; spaces stay empty. */
function pageWithComb(
  letterWidths: readonly number[],
  { cells = letterWidths.length, cellPx = pitch, lettersPerCell = 1 } = {},
) {
  const page: GreyRaster = { data: new Uint8Array(600 * 120).fill(255), widthPx: 600, heightPx: 120, dpi: 200 };
  const fill = (x: number, y: number, width: number, heightPx: number, grey = 0) => {
    for (let row = y; row < y + heightPx; row += 1) page.data.fill(grey, row * 600 + x, row * 600 + x + width);
  };
  fill(20, 20, cells * cellPx, 2);
  fill(20, 20 + height - 2, cells * cellPx, 2);
  for (let cell = 0; cell <= cells; cell += 1) fill(20 + cell * cellPx, 20, 2, height);
  for (const [cell, width] of letterWidths.entries()) {
    for (let copy = 0; copy < lettersPerCell && width > 0; copy += 1) {
      const x = 20 + cell * cellPx + 8 + copy * (width + 3);
      fill(x, 34, width, 20);
      fill(x + 3, 37, width - 6, 14, 255);
    }
  }
  return page;
}

/** The columns of a row of pixels where dark begins. */
function startsIn({ data, widthPx }: GreyRaster, row: number): readonly number[] {
  const dark = (column: number) => (data[row * widthPx + column] ?? 255) < 128;
  return Array.from({ length: widthPx }, (_, column) => column).filter((column) => dark(column) && !dark(column - 1));
}

test('the letters of a comb field are moved together, and its rules go', () => {
  const { raster, combs } = closeCombs(pageWithComb([12, 14, 12, 16, 12]));
  expect(combs.map(({ box, letters }) => [box, letters.length])).toEqual([[{ x0: 20, y0: 20, x1: 222, y1: 70 }, 5]]);
  const starts = startsIn(raster, 35);
  expect(starts).toHaveLength(5);
  expect((starts[4] ?? 0) - (starts[0] ?? 0)).toBeLessThan(85);
  expect(startsIn(raster, 25)).toEqual([]);
});

test('an empty cell between letters parts words', () => {
  const { raster } = closeCombs(pageWithComb([12, 12, 0, 12, 12]));
  const starts = startsIn(raster, 35);
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  expect(steps[1]).toBeGreaterThanOrEqual((steps[0] ?? 0) + 8);
  expect(steps[2]).toBe(steps[0]);
});

test('pieces of a rule that is not quite level are no part of a letter', () => {
  const page = pageWithComb([12, 12, 12, 12, 12]);
  // In the third cell, the upper rule ends on the left and the lower one on the right.
  for (const row of [20, 21]) page.data.fill(255, row * 600 + 102, row * 600 + 112);
  for (const row of [68, 69]) page.data.fill(255, row * 600 + 130, row * 600 + 140);
  const starts = startsIn(closeCombs(page).raster, 35);
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  expect(new Set(steps)).toHaveLength(1);
});

test('cells with two letters, wide cells, few cells and an empty field are no comb', () => {
  const others = [
    pageWithComb([8, 8, 8, 8, 8], { lettersPerCell: 2 }),
    pageWithComb([12, 12, 12, 12, 12], { cellPx: 70 }),
    pageWithComb([12, 12, 12]),
    pageWithComb([0, 0, 0, 0, 0, 0]),
  ];
  for (const page of others) expect(closeCombs(page)).toEqual({ raster: page, combs: [] });
});

test('what was read in a closed comb lies over its letters on the page, and other words stay where they are', () => {
  const { combs } = closeCombs(pageWithComb([12, 12, 12, 12, 12]));
  const line = (x0: number, x1: number, y0: number): RasterLine => ({
    words: [{ text: 'AB', box: { x0, y0, x1, y1: y0 + 20 }, confidence: 0.9 }],
    baseline: { x0, y0: y0 + 20, x1, y1: y0 + 20 },
    heightPx: 25,
    direction: 'ltr',
    paragraph: 0,
  });
  const [inside, beside] = openCombs([line(24, 108, 34), line(24, 108, 90)], combs);
  expect(inside?.words[0]?.box).toEqual({ x0: 27, y0: 34, x1: 201, y1: 54 });
  expect([inside?.baseline.x0, inside?.baseline.x1]).toEqual([27, 201]);
  expect(beside).toEqual(line(24, 108, 90));
});

test('the page that was given is not changed', () => {
  const page = pageWithComb([12, 12, 12, 12, 12]);
  const before = page.data.slice();
  closeCombs(page);
  expect(page.data).toEqual(before);
});
