import { expect, test } from 'vitest';
import { attachMarks } from '../src/page-model/text/attach-marks.ts';
import type { FramedGlyph } from '../src/page-model/text/text-frame.ts';

function framed(text: string, start: number, widthPt: number, baseline = 100): FramedGlyph {
  return { glyph: { text } as FramedGlyph['glyph'], start, end: start + widthPt, baseline, sizePt: 10, space: false };
}

const textsOf = (glyphs: readonly FramedGlyph[]) => attachMarks(glyphs).map(({ glyph }) => glyph.text);

test('a mark drawn above the baseline is put to the letter it stands on', () => {
  const glyphs = [framed('\u0627', 50, 4), framed('\u064b', 51, 2, 93), framed('\u062f', 40, 6)];
  expect(textsOf(glyphs)).toEqual(['\u0627\u064b', '\u062f']);
});

test('a mark with no letter near it stays by itself', () => {
  expect(textsOf([framed('a', 50, 5), framed('\u0301', 80, 3)])).toEqual(['a', '\u0301']);
});

test('an accent of its own is put to the letter it is drawn over', () => {
  expect(textsOf([framed('\u00a8', 50.8, 3.3), framed('u', 50, 5), framed('r', 55, 4)])).toEqual(['\u00fc', 'r']);
  expect(textsOf([framed('\u00b4', 50, 5), framed('\u0131', 51.1, 2.8)])).toEqual(['\u00ed']);
  expect(textsOf([framed('c', 50, 4.4), framed('\u00b8', 49.8, 4.4)])).toEqual(['\u00e7']);
});

test('an accent that is typed beside a letter, or that no letter has, stays', () => {
  expect(textsOf([framed('^', 45, 5), framed('a', 50, 5)])).toEqual(['^', 'a']);
  expect(textsOf([framed('\u02dc', 50, 5), framed('x', 50, 5)])).toEqual(['\u02dc', 'x']);
});

test('a vowel sign with a place of its own beside its letter is read there', () => {
  const word = [framed('\u0935', 50, 5), framed('\u093e', 55, 2.6), framed('\u0924', 57.6, 6)];
  expect(textsOf(word)).toEqual(['\u0935', '\u093e', '\u0924']);
});

test('a mark without a width is of the letter that ends there, not of the one that begins there', () => {
  const word = [framed('\u0938', 50, 6.7), framed('\u0941', 56.72, 0), framed('\u091a', 56.7, 6)];
  expect(textsOf(word)).toEqual(['\u0938\u0941', '\u091a']);
});

test('a mark without a width behind a vowel sign is put to that', () => {
  const word = [framed('\u0939', 50, 5), framed('\u0940', 55, 3), framed('\u0902', 58, 0), framed('\u0915', 58, 6)];
  expect(textsOf(word)).toEqual(['\u0939', '\u0940\u0902', '\u0915']);
});
