import { expect, test } from 'vitest';
import { removeVerticalRules } from '../../src/ocr/remove-vertical-rules.ts';
import type { GreyRaster } from '../../src/ocr.ts';

const [widthPx, heightPx] = [300, 300];

/** A white page of one inch with black rectangles. */
function pageWith(...rectangles: readonly { x: number; y: number; width: number; height: number }[]): GreyRaster {
  const data = new Uint8Array(widthPx * heightPx).fill(255);
  for (const { x, y, width, height } of rectangles) {
    for (let row = y; row < y + height; row += 1) data.fill(0, row * widthPx + x, row * widthPx + x + width);
  }
  return { data, widthPx, heightPx, dpi: 300 };
}

const inkOf = ({ data }: GreyRaster) => data.filter((value) => value < 128).length;

test('a thin vertical rule goes, to the edge of the page too', () => {
  const rules = pageWith({ x: 50, y: 20, width: 3, height: 200 }, { x: 120, y: 100, width: 2, height: 200 });
  expect(inkOf(removeVerticalRules(rules))).toBe(0);
});

test('stems of letters, thick bars and level rules stay', () => {
  const page = pageWith(
    { x: 20, y: 20, width: 4, height: 60 },
    { x: 60, y: 20, width: 20, height: 200 },
    { x: 20, y: 260, width: 250, height: 3 },
  );
  expect(inkOf(removeVerticalRules(page))).toBe(inkOf(page));
});

test('where a rule meets text or another rule, those stay whole', () => {
  const level = { x: 10, y: 150, width: 280, height: 3 };
  const crossed = removeVerticalRules(pageWith({ x: 150, y: 10, width: 3, height: 280 }, level));
  expect(inkOf(crossed)).toBe(inkOf(pageWith(level)));
});

test('the page that was given is not changed', () => {
  const drawn = pageWith({ x: 50, y: 20, width: 3, height: 200 });
  // The decoder of images gives a Buffer, whose `slice` shares its memory.
  const page = { ...drawn, data: Buffer.from(drawn.data) };
  expect(inkOf(removeVerticalRules(page))).toBe(0);
  expect(inkOf(page)).toBe(600);
});
