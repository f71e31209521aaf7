import { expect, test } from 'vitest';
import { isTorn, uncoveredLetters } from '../../src/ocr/uncovered-letters.ts';
import type { GreyRaster, PixelBox, RasterLine } from '../../src/ocr.ts';

/** A white page with rings of ink in these boxes. */
function pageWith(boxes: readonly PixelBox[]): GreyRaster {
  const page = { data: new Uint8Array(400 * 200).fill(255), widthPx: 400, heightPx: 200, dpi: 200 };
  const fill = ({ x0, y0, x1, y1 }: PixelBox, grey: number) => {
    for (let y = y0; y < y1; y += 1) page.data.fill(grey, y * 400 + x0, y * 400 + x1);
  };
  for (const box of boxes) {
    fill(box, 0);
    fill({ x0: box.x0 + 3, y0: box.y0 + 3, x1: box.x1 - 3, y1: box.y1 - 3 }, 255);
  }
  return page;
}

const lineOf = (...boxes: readonly PixelBox[]): RasterLine => ({
  words: boxes.map((box) => ({ text: 'word', confidence: 0.9, box })),
  baseline: { x0: 0, y0: 50, x1: 400, y1: 50 },
  heightPx: 30,
  direction: 'ltr',
  paragraph: 0,
});

test('a single letter outside all words is found; letters of words, specks and frames are not', () => {
  const letter = { x0: 40, y0: 30, x1: 54, y1: 50 };
  const digit = { x0: 200, y0: 90, x1: 214, y1: 110 };
  const page = pageWith([letter, digit, { x0: 300, y0: 30, x1: 307, y1: 37 }, { x0: 260, y0: 60, x1: 380, y1: 180 }]);
  expect(uncoveredLetters(page, [lineOf({ x0: 36, y0: 26, x1: 58, y1: 54 })], 30)).toEqual([digit]);
});

test('a word is torn if a letter beside it is left over, but not by the letters of the next word, line or column', () => {
  const word = { x0: 100, y0: 30, x1: 140, y1: 50 };
  const letterAt = (x0: number, y0: number) => ({ x0, y0, x1: x0 + 12, y1: y0 + 16 });
  expect(isTorn(word, [letterAt(143, 34)])).toBe(true);
  expect(isTorn(word, [letterAt(85, 30)])).toBe(true);
  expect(isTorn(word, [letterAt(148, 34), letterAt(143, 46), letterAt(110, 55), letterAt(300, 34)])).toBe(false);
});
