import { expect, test } from 'vitest';
import { directionOf } from '../src/page-model/text/line-direction.ts';
import { toReadingOrder } from '../src/page-model/text/reading-order.ts';
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

test('numbers keep their separators and signs, and what stands beside them keeps its place', () => {
  expect(read('9/4/2014', 'םויב')).toEqual(['ביום', '9/4/2014']);
  expect(read('תונידמ', '50-מ')).toEqual(['מ-50', 'מדינות']);
  expect(read('$25', 'אוה')).toEqual(['הוא', '$25']);
  expect(read('09-7425733', '–', 'תיב')).toEqual(['בית', '–', '09-7425733']);
});

test('numbers that follow Latin letters, and brackets they open, are read with them', () => {
  expect(read('MHz', '1', '164', 'םוחתב')).toEqual(['בתחום', 'MHz', '1', '164']);
  expect(read('R-M.[A(R)S]', 'ח"ודב', 'עיפומ')).toEqual(['מופיע', 'בדו"ח', 'R-M.[A(R)S]']);
});

test('a mark behind Latin letters in right-to-left text belongs to that text', () => {
  expect(read('ואר', ',USA', 'םג')).toEqual(['גם', 'USA,', 'ראו']);
});

test('brackets told by their shapes are turned round, those told by their characters are not', () => {
  expect(read('ג', '(ב)', 'א')).toEqual(['א', '(ב)', 'ג']);
  expect(read('ג', ')ב(', 'א')).toEqual(['א', '(ב)', 'ג']);
});

test('strokes that stretch the words of a line are dropped, a single one is not', () => {
  expect(read('اـب', 'اـت')).toEqual(['تا', 'با']);
  expect(read('اب', 'اـت')).toEqual(['تـا', 'با']);
});

test('on a right-to-left page, a line of mostly Latin names that begins with a word of it is read from the right', () => {
  const line = ['MongoDB', 'ו', 'SQL', 'תותליאש'].map((text, index) => drawn(text, index * 20));
  expect(directionOf(line)).toBe('ltr');
  expect(directionOf(line, true)).toBe('rtl');
  expect(toReadingOrder(line, 'rtl').map(({ text }) => text)).toEqual(['שאילתות', 'SQL', 'ו', 'MongoDB']);
});

test('on a right-to-left page, left-to-right text that quotes a word of it is read from the left', () => {
  const quoting = ['all', 'of', 'this', 'sentence', 'is', 'about', 'םולש'].map((text, index) =>
    drawn(text, index * 20),
  );
  expect(directionOf(quoting, true)).toBe('ltr');
});

test('a line of nothing but Arabic or Persian digits is read as its page is', () => {
  for (const texts of [['١٢'], ['۱۲', '۳۴'], ['-', '٧', '-'], ['٢٠٢٦/١١/٢٩']]) {
    const line = texts.map((text, index) => drawn(text, index * 20));
    expect(directionOf(line, true)).toBe('rtl');
    expect(directionOf(line)).toBe('ltr');
  }
});

test('a line of nothing but Arabic marks has a direction', () => {
  expect(directionOf([drawn('\u064e', 0)], true)).toBe('rtl');
});
