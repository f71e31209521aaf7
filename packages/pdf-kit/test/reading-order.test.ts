import { expect, test } from 'vitest';
import { toReadingOrder } from '../src/page-model/reading-order.ts';
import type { Glyph, Word } from '../src/page-model/types.ts';
import { plainFont } from './plain-font.ts';

const style: Word['style'] = { font: plainFont, sizePt: 10, color: '#000000' };

/** A word as it stands on the page: its letters from left to right. */
function drawn(text: string, x: number): Word {
  const box = { x0: x, y0: 0, x1: x + 10, y1: 10 };
  const glyphs = [...text].map(
    (letter): Glyph => ({
      text: letter,
      box,
      origin: { x, y: 10 },
      style,
      risePt: 0,
      mcid: null,
      artifact: false,
      hidden: false,
    }),
  );
  return { text, box, glyphs, style, script: 'normal', confidence: null, spaceAfter: true };
}

const read = (...words: string[]) =>
  toReadingOrder(words.map((text, index) => drawn(text, index * 20))).map(({ text }) => text);

test('left-to-right text stays as it is', () => {
  expect(read('one', 'two')).toEqual(['one', 'two']);
});

test('right-to-left words are read from the right, letter by letter', () => {
  expect(read('םולש', 'ימע')).toEqual(['עמי', 'שלום']);
});

test('numbers and Latin words inside right-to-left text keep their direction', () => {
  expect(read('םולש', 'no', 'go', 'ימע')).toEqual(['עמי', 'no', 'go', 'שלום']);
  expect(read('12ב')).toEqual(['ב12']);
});

test('right-to-left words inside left-to-right text change places', () => {
  expect(read('the', 'ב', 'א', 'lettersequence')).toEqual(['the', 'א', 'ב', 'lettersequence']);
});
