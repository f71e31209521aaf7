import { expect, test } from 'vitest';
import type { FramedGlyph } from '../src/page-model/text/text-frame.ts';
import { withThaiAmVowel } from '../src/page-model/text/thai-am-vowel.ts';

function framed(text: string, start: number, widthPt: number): FramedGlyph {
  const glyph = { text } as FramedGlyph['glyph'];
  return { glyph, start, end: start + widthPt, baseline: 100, sizePt: 10, space: text === ' ' };
}

const read = (glyphs: readonly FramedGlyph[]) =>
  withThaiAmVowel(glyphs)
    .map(({ glyph }) => glyph.text)
    .join('');

test('a ring without a width that is mapped to a space and the vowel behind it are one vowel', () => {
  expect(read([framed('ท', 50, 6), framed(' ', 56.5, 0), framed('า', 56, 4), framed('ง', 60, 5)])).toBe('ทำง');
});

test('so are the mark U+0E4D and the vowel, on either side of a tone mark', () => {
  expect(read([framed('น', 50, 6), framed('\u0e4d', 56, 0), framed('้', 56, 0), framed('า', 56, 4)])).toBe('น้ำ');
  expect(read([framed('น', 50, 6), framed('้', 56, 0), framed('\u0e4d', 56, 0), framed('า', 56, 4)])).toBe('น้ำ');
});

test('a space with a width, and a vowel after a tone mark, stay', () => {
  expect(read([framed('ท', 50, 6), framed(' ', 56, 2.5), framed('า', 58.5, 4)])).toBe('ท า');
  expect(read([framed('ข', 50, 6), framed('้', 56, 0), framed('า', 56, 4)])).toBe('ข้า');
});
