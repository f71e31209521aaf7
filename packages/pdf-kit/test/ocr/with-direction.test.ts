import { expect, test } from 'vitest';
import { withDirection } from '../../src/ocr/with-direction.ts';
import type { RasterLine } from '../../src/ocr.ts';

/** A line of words given from the left, as a paragraph of this direction has them. */
function line(fromLeft: readonly string[], direction: RasterLine['direction']): RasterLine {
  const words = fromLeft.map((text, index) => ({
    text,
    confidence: 0.9,
    box: { x0: 50 * index, y0: 0, x1: 50 * index + 40, y1: 10 },
  }));
  const baseline = { x0: 0, y0: 10, x1: 50 * words.length, y1: 10 };
  return { words: direction === 'rtl' ? words.toReversed() : words, baseline, heightPx: 10, direction, paragraph: 0 };
}

const textOf = ({ words }: RasterLine) => words.map(({ text }) => text).join(' ');

test.each<[string, readonly string[], RasterLine['direction'], string, RasterLine['direction']]>([
  ['an Arabic line in an English paragraph', ['الرابع', 'الفصل', 'مبيعات'], 'ltr', 'مبيعات الفصل الرابع', 'rtl'],
  [
    'a Hebrew one that quotes Latin words',
    ['2024', '12', 'אחד', 'No', 'Ltd', 'שלום'],
    'ltr',
    'שלום No Ltd אחד 12 2024',
    'rtl',
  ],
  ['an English line in an Arabic paragraph', ['The', 'fourth', 'quarter'], 'rtl', 'The fourth quarter', 'ltr'],
  [
    'an English line that quotes Arabic',
    ['mentioned', 'الفصل', 'مبيعات', 'twice'],
    'rtl',
    'mentioned مبيعات الفصل twice',
    'ltr',
  ],
  ['an English line where it belongs', ['The', 'quarter'], 'ltr', 'The quarter', 'ltr'],
  ['numbers alone', ['12', '34'], 'rtl', '34 12', 'rtl'],
])('%s is read in the direction of its letters', (_name, fromLeft, paragraph, expected, direction) => {
  const read = withDirection(line(fromLeft, paragraph));
  expect(textOf(read)).toBe(expected);
  expect(read.direction).toBe(direction);
});
