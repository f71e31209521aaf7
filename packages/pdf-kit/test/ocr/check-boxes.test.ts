import { expect, test } from 'vitest';
import { withCheckBoxes } from '../../src/ocr/check-boxes.ts';
import type { GreyRaster, RasterLine, RasterWord } from '../../src/ocr.ts';

const page = { widthPx: 200, heightPx: 60, dpi: 170 };
const [side, x0, y0] = [18, 20, 20];

type IsInk = (x: number, y: number) => boolean;

/** Coordinates from the top-left corner of a square of 18 pixels. */
function draw(isInk: IsInk): GreyRaster {
  const data = Uint8Array.from({ length: page.widthPx * page.heightPx }, (_, index) => {
    const [x, y] = [(index % page.widthPx) - x0, Math.floor(index / page.widthPx) - y0];
    return isInk(x, y) ? 60 : 245;
  });
  return { ...page, data };
}

const isInside: IsInk = (x, y) => x >= 0 && y >= 0 && x < side && y < side;
const square: IsInk = (x, y) => isInside(x, y) && (Math.min(x, y) < 2 || Math.max(x, y) >= side - 2);
const cross: IsInk = (x, y) => isInside(x, y) && (Math.abs(x - y) < 2 || Math.abs(x + y - side + 1) < 2);
const ring: IsInk = (x, y) => Math.abs(Math.hypot(x - 8.5, y - 8.5) - 8) < 1;

function read(
  text: string,
  isInk: IsInk,
  widthPx = side,
  confidence = 0.4,
): readonly Pick<RasterWord, 'text' | 'box'>[] {
  const word = { text, confidence, box: { x0: x0 - 1, y0: y0 - 1, x1: x0 + widthPx, y1: y0 + side } };
  const baseline = { x0, x1: 200, y0: 38, y1: 38 };
  const line: RasterLine = { words: [word], baseline, heightPx: 24, direction: 'ltr', paragraph: 0 };
  return withCheckBoxes([line], draw(isInk)).flatMap(({ words }) => words);
}

const textsOf = (words: ReturnType<typeof read>) => words.map(({ text }) => text);

test('a square is a check box whatever it was read as, with a mark in it or without', () => {
  for (const text of ['0', 'O', '[J', '®', '[x]']) {
    expect(textsOf(read(text, square))).toEqual(['☐']);
    expect(textsOf(read(text, (x, y) => square(x, y) || cross(x, y)))).toEqual(['☒']);
  }
});

test('round letters, open ones and full squares stay what they were read as', () => {
  expect(textsOf(read('O', ring))).toEqual(['O']);
  expect(textsOf(read('U', (x, y) => square(x, y) && (y > 1 || x < 2 || x > 15)))).toEqual(['U']);
  expect(textsOf(read('■', isInside))).toEqual(['■']);
  expect(textsOf(read('7', square, side, 0.95))).toEqual(['7']);
  // Its letter is a square.
  expect(textsOf(read('口', square))).toEqual(['口']);
});

test('a box that was read as the start of a word is a word of its own', () => {
  const letters: IsInk = (x, y) => x > 24 && x < 60 && y > 4 && y < side && x % 5 < 2;
  const both: IsInk = (x, y) => square(x, y) || letters(x, y);
  const words = read('[1Yes', both, 62);
  expect(textsOf(words)).toEqual(['☐', 'Yes']);
  expect(words[1]?.box.x0).toBe(x0 + side);
  expect(textsOf(read('[married', (x, y) => both(x, y) || cross(x, y), 62))).toEqual(['☒', 'married']);
  expect(textsOf(read('[note]', both, 62))).toEqual(['[note]']);
  expect(textsOf(read('[note', letters, 62))).toEqual(['[note']);
});
