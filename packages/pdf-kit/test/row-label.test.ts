import { expect, test } from 'vitest';
import type { Chunk } from '../src/tables/chunk.ts';
import { labelOf } from '../src/tables/row-label.ts';

const chunk = (text: string): Chunk => ({
  words: [],
  box: { x0: 0, y0: 0, x1: 10, y1: 10 },
  text,
  sizePt: 10,
  baseline: 10,
  bold: false,
});

test.each([
  ['a number with a dot', ['1.', 'Purpose'], '1.'],
  ['a bullet', ['•', 'Purpose'], '•'],
  ['a number on the right of Hebrew, its dot on its left', ['חינוך', '.9'], '.9'],
  ['a number in levels on the right of Hebrew', ['ספורט', '.11.3'], '.11.3'],
  ['an amount', ['1,250', 'Purpose'], null],
  ['an amount without a whole part, on the right of Latin letters', ['Purpose', '.9'], null],
])('a row begins with %s', (_, texts, label) => {
  expect(labelOf(texts.map(chunk))?.text ?? null).toBe(label);
});
