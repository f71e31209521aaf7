import { expect, test } from 'vitest';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { markVariants } from '../src/page-model/text/mark-variants.ts';
import { plainFont } from './plain-font.ts';

function glyph(text: string, outline: number | null, font = plainFont): DrawnGlyph {
  const box = { x0: 0, y0: 0, x1: 6, y1: 10 };
  const place = { box, origin: { x: 0, y: 8 }, angle: 0, advancePt: 6, run: 0, risePt: 0 };
  const marks = { mcid: null, artifact: false, hidden: false, insideForm: false, code: 1, isCode: false };
  return { text, outline, style: { font, sizePt: 10, color: '#000000' }, ...place, ...marks };
}

test('glyphs are marked whose font draws their character by several outlines', () => {
  const other = { ...plainFont, name: 'Other' };
  const glyphs = [glyph('0', 1), glyph('0', 2), glyph('1', 3), glyph('1', 3), glyph('1', 4, other), glyph('2', null)];
  expect(markVariants(glyphs).map(({ variant }) => variant)).toEqual([
    1,
    2,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('letters that change with their place in the word are not marked', () => {
  const glyphs = [glyph('ب', 1), glyph('ب', 2), glyph('fi', 3), glyph('fi', 4)];
  expect(markVariants(glyphs)).toBe(glyphs);
});
