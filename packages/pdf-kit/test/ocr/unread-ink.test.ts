import { expect, test } from 'vitest';
import { showDarkBoxes } from '../../src/ocr/show-dark-boxes.ts';
import { unreadInk } from '../../src/ocr/unread-ink.ts';
import type { GreyRaster, RasterLine } from '../../src/ocr.ts';

const lineHeightPx = 20;

function drawn(widthPx: number, heightPx: number, greyAt: (x: number, y: number) => number): GreyRaster {
  const data = Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
    greyAt(at % widthPx, Math.floor(at / widthPx)),
  );
  return { data, widthPx, heightPx, dpi: 150 };
}

/** Vertical strokes as dense as those of letters. */
const isStroke = (x: number) => x % 6 < 3;
/** Rows in which a line has letters; the others part it from the next. */
const isInLine = (y: number) => y % lineHeightPx >= 4 && y % lineHeightPx < 16;

const lineReadAs = (text: string): RasterLine => ({
  words: [{ text, box: { x0: 0, y0: 0, x1: 200, y1: 16 }, confidence: 0.9 }],
  baseline: { x0: 0, y0: 16, x1: 200, y1: 16 },
  heightPx: lineHeightPx,
  direction: 'ltr',
  paragraph: 0,
});

const letters = drawn(200, 40, (x, y) => (isStroke(x) && isInLine(y) ? 0 : 255));

test('rows of letters that no word covers were not read', () => {
  expect(unreadInk(letters, [lineReadAs('Total')], lineHeightPx).share).toBe(0.5);
  expect(unreadInk(letters, [lineReadAs('Total')], lineHeightPx).places.every(({ y0 }) => y0 === 20)).toBe(true);
});

test('letters that were read as a dash were not read', () => {
  expect(unreadInk(letters, [lineReadAs('—')], lineHeightPx).share).toBe(1);
});

test('the stripes along the fold of a book are no letters', () => {
  const stripes = drawn(200, 40, (x) => (isStroke(x) ? 0 : 255));
  expect(unreadInk(stripes, [], lineHeightPx).share).toBe(0);
});

test('light letters of a dark box are shown dark on white, without the paper beside it', () => {
  const isBox = (x: number) => x < 120;
  const page = drawn(200, 40, (x, y) => (!isBox(x) || (y < 20 && isStroke(x) && isInLine(y)) ? 255 : 100));
  const shown = showDarkBoxes(page, [{ x0: 0, y0: 0, x1: 20, y1: 20 }], lineHeightPx);
  const row = Array.from(shown.data.subarray(10 * 200, 11 * 200));
  expect(row.slice(0, 110)).toEqual(Array.from({ length: 110 }, (_, x) => (isStroke(x) ? 0 : 255)));
  expect(new Set(row.slice(120))).toEqual(new Set([255]));
});
