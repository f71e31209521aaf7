import { expect, test } from 'vitest';
import { withWholeDates } from '../../src/ocr/whole-dates.ts';
import type { RasterLine } from '../../src/ocr.ts';

const letterPx = 20;

/** A line of these words, so many letters apart. */
function lineOf(texts: readonly string[], gap: number, direction: RasterLine['direction'] = 'ltr'): RasterLine {
  let x = 0;
  const words = texts.map((text) => {
    const box = { x0: x, y0: 0, x1: x + text.length * letterPx, y1: 30 };
    x = box.x1 + gap * letterPx;
    return { text, box, confidence: 0.9 };
  });
  return { words, baseline: { x0: 0, y0: 28, x1: x, y1: 28 }, heightPx: 30, direction, paragraph: 0 };
}

const read = (texts: readonly string[], gap = 0.5) =>
  withWholeDates([lineOf(texts, gap)]).flatMap(({ words }) => words.map(({ text }) => text));

test('a date that was parted behind the points of a fixed pitch is one word', () => {
  expect(read(['02.', '03.', '2024', 'Rent'])).toEqual(['02.03.2024', 'Rent']);
  expect(read(['due', '11.03.', '24'])).toEqual(['due', '11.03.24']);
  expect(read(['7', '/12/', '2025'])).toEqual(['7/12/2025']);
});

test('it covers its parts', () => {
  const [line] = withWholeDates([lineOf(['02.', '03.', '2024'], 0.5)]);
  expect(line?.words.map(({ box }) => [box.x0, box.x1])).toEqual([[0, 220]]);
});

test('a date with blanks, and numbers that make no date, stay apart', () => {
  for (const texts of [
    ['1.', '2.', '3.'],
    ['12.', '192,00'],
    ['5', '2024'],
    ['1,', '2,', '33'],
  ]) {
    expect(read(texts)).toEqual(texts);
  }
  expect(read(['02.', '03.', '2024'], 0.76)).toEqual(['02.', '03.', '2024']);
});

test('a point of a date that was read as a comma is a point', () => {
  expect(read(['08.', '03,', '2024'])).toEqual(['08.03.2024']);
  expect(read(['12,03.2024'])).toEqual(['12.03.2024']);
});

test('dates in text from right to left stay as they are', () => {
  const line = lineOf(['02.', '03.', '2024'], 0.5, 'rtl');
  expect(withWholeDates([line])).toEqual([line]);
});
