import { expect, test } from 'vitest';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { dropDoubtfulNoBreaks } from '../src/page-model/text/no-break-spaces.ts';
import { plainFont } from './plain-font.ts';

const glyphsOf = (text: string, font: object = plainFont) =>
  [...text].map((letter) => ({ text: letter, style: { font } }) as DrawnGlyph);
const textOf = (glyphs: readonly DrawnGlyph[]) => glyphs.map(({ text }) => text).join('');

test('no-break spaces stay where their font has more of the other kind', () => {
  expect(textOf(dropDoubtfulNoBreaks(glyphsOf('see page\u00a09 of it')))).toBe('see page\u00a09 of it');
});

test('a font with hardly any other space has ordinary ones', () => {
  expect(textOf(dropDoubtfulNoBreaks(glyphsOf('see\u00a0page\u00a09 of\u00a0it')))).toBe('see page 9 of it');
});
