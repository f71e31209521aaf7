import { expect, test } from 'vitest';
import { checkReadingWork, lettersAllowed } from '../../src/ocr/reading-work.ts';

/** A page of this side with a square of so many pixels in each field of twice as many. */
function pageOfSquares(sidePx: number, squarePx: number) {
  const data = new Uint8Array(sidePx * sidePx).fill(255);
  for (let row = 0; row < sidePx; row += 1) {
    if (row % (2 * squarePx) >= squarePx) continue;
    for (let at = 0; at < sidePx; at += 2 * squarePx) data.fill(0, row * sidePx + at, row * sidePx + at + squarePx);
  }
  return { data, widthPx: sidePx, heightPx: sidePx, dpi: 100 };
}

const refused = expect.objectContaining({
  code: 'PROCESSING_FAILED',
  details: expect.objectContaining({ reason: 'pixel_limit', limit: 'maxPagePixels', allowed: 2_000, actual: 2_500 }),
});

test('a page with more letters than allowed is refused by the name of the limit', () => {
  const page = pageOfSquares(600, 6);
  expect(() => checkReadingWork(page, 2_000, 1)).toThrow(refused);
  expect(() => checkReadingWork(page, 2_500, 1)).not.toThrow();
});

test('a hundred specks count as a letter', () => {
  const page = pageOfSquares(600, 2);
  expect(() => checkReadingWork(page, 225, 1)).not.toThrow();
  expect(() => checkReadingWork(page, 224, 1)).toThrow('225 letters');
});

test('a larger file may have more letters, and so may any file where more pixels are allowed', () => {
  expect(lettersAllowed(100_000_000, 0)).toBe(20_000);
  expect(lettersAllowed(100_000_000, 400_000)).toBe(120_000);
  expect(lettersAllowed(200_000_000, 0)).toBe(40_000);
});
