import { expect, test } from 'vitest';
import { breaksRows, hasProseColumns } from '../../src/ocr/layout-of.ts';
import type { RasterLine } from '../../src/ocr.ts';

const prose = 'so the words of this run on'.split(' ');

test('prose beside prose, and prose beside short lines that stand astray, are columns', () => {
  const left = rows(10, 0, 100, prose);
  expect(hasProseColumns([...left, ...rows(10, 0, 500, prose)])).toBe(true);
  expect(hasProseColumns([...left, ...rows(6, 9, 500, ['Born'])])).toBe(true);
});

test('prose alone, and descriptions with their amounts, are no columns', () => {
  const left = rows(10, 0, 100, prose);
  expect(hasProseColumns(left)).toBe(false);
  expect(hasProseColumns([...left, ...rows(10, 2, 500, ['45.90'])])).toBe(false);
});

test('a reading that takes a table column by column breaks up the rows of another', () => {
  const names = rows(8, 0, 100, ['Net', 'income']);
  const amounts = rows(8, 0, 500, ['45.90']);
  const whole = names.map((line, index) => ({ ...line, words: [...line.words, ...(amounts[index]?.words ?? [])] }));
  expect(breaksRows([...names, ...amounts], whole)).toBe(true);
  expect(breaksRows(whole, [...names, ...amounts])).toBe(false);
  expect(breaksRows([...names, ...amounts], whole.slice(0, 4))).toBe(false);
});

test('to part columns of prose that another reading ran together breaks up nothing', () => {
  const [left, right] = [rows(8, 0, 100, prose), rows(8, 0, 600, prose)];
  const across = left.map((line, index) => ({ ...line, words: [...line.words, ...(right[index]?.words ?? [])] }));
  expect(breaksRows([...left, ...right], across)).toBe(false);
});

/** Lines of 30 pixels, each some pixels below the rows of the page. */
function rows(count: number, astray: number, x0: number, texts: readonly string[]): readonly RasterLine[] {
  return Array.from({ length: count }, (_, row) => {
    const y1 = 40 * (row + 1) + astray;
    const words = texts.map((text, index) => ({
      text,
      confidence: 0.9,
      box: { x0: x0 + 50 * index, y0: y1 - 24, x1: x0 + 50 * index + 40, y1 },
    }));
    return { words, baseline: { x0, y0: y1, x1: x0 + 300, y1 }, heightPx: 30, direction: 'ltr' as const, paragraph: 0 };
  });
}
