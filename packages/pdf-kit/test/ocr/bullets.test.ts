import { expect, test } from 'vitest';
import { withBullets } from '../../src/ocr/bullets.ts';
import type { GreyRaster, RasterLine } from '../../src/ocr.ts';

const page = { widthPx: 200, heightPx: 100, dpi: 200 };

test('a disc before an item is a bullet, whatever it was read as, dark on light or light on dark', () => {
  expect(firstWord(draw(0, 220, (distance) => distance <= 6))).toBe('•');
  expect(firstWord(draw(230, 40, (distance) => distance <= 6))).toBe('•');
});

test('a ring, and a disc as high as the line, stay what they were read as', () => {
  expect(firstWord(draw(0, 220, (distance) => distance <= 6 && distance > 3))).toBe('e');
  expect(
    firstWord(
      draw(0, 220, (distance) => distance <= 6),
      14,
    ),
  ).toBe('e');
});

test('a word of its own line is no bullet', () => {
  const [line] = linesOf(30);
  if (line === undefined) throw new RangeError('there is a line');
  const alone = { ...line, words: line.words.slice(0, 1) };
  expect(
    withBullets(
      [alone],
      draw(0, 220, (distance) => distance <= 6),
    )[0]?.words[0]?.text,
  ).toBe('e');
});

function firstWord(raster: GreyRaster, heightPx = 30): string | undefined {
  return withBullets(linesOf(heightPx), raster)[0]?.words[0]?.text;
}

function linesOf(heightPx: number): readonly RasterLine[] {
  const words = [
    { text: 'e', confidence: 0.5, box: { x0: 24, y0: 34, x1: 37, y1: 47 } },
    { text: 'Leadership', confidence: 0.95, box: { x0: 60, y0: 30, x1: 150, y1: 52 } },
  ];
  return [{ words, baseline: { x0: 24, y0: 52, x1: 150, y1: 52 }, heightPx, direction: 'ltr', paragraph: 0 }];
}

/** A shape about (30, 40), by the distance from it. */
function draw(ink: number, ground: number, isInk: (distance: number) => boolean): GreyRaster {
  const data = Uint8Array.from({ length: page.widthPx * page.heightPx }, (_, index) => {
    const [x, y] = [index % page.widthPx, Math.floor(index / page.widthPx)];
    return isInk(Math.hypot(x - 30, y - 40)) ? ink : ground;
  });
  return { ...page, data };
}

test('a digit that was read surely is no bullet, however full its box', () => {
  const read = (confidence: number) =>
    withBullets(
      linesOf(30).map((line) => ({
        ...line,
        words: line.words.map((word, index) => (index === 0 ? { ...word, text: '8', confidence } : word)),
      })),
      draw(0, 220, (distance) => distance <= 6),
    )[0]?.words[0]?.text;
  expect([read(0.97), read(0.6)]).toEqual(['8', '•']);
});
