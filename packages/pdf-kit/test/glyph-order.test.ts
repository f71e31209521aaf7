import { expect, test } from 'vitest';
import { glyphOrder, type OrderedFont } from '../src/page-model/fonts/glyph-order.ts';

/** Widths as in Times, in thousandths of an em. */
const widths: Readonly<Record<string, number>> = {
  ...{ '0': 500, '1': 500, '2': 500, '.': 250, ',': 250, i: 278, l: 278, m: 778, n: 500, j: 278, o: 500 },
  ...{ г: 410, е: 444, ж: 689, н: 535, о: 500, ш: 834, щ: 834, с: 444, ю: 763 },
};

/** A font whose glyphs have these widths at the codes that `codeOf` gives them. */
function font(characters: string, codeOf: (character: string) => number, head: Partial<OrderedFont>): OrderedFont {
  const byCode: (number | null)[] = [];
  for (const character of characters) byCode[codeOf(character)] = widths[character] ?? null;
  return { composite: true, type: 'CIDFontType2', widths: byCode, ...head };
}

const latin = '012.,ilmnjo';
const numberOf = (character: string) => (character.codePointAt(0) ?? 0) - 29;

test('codes that are numbers of glyphs are read where the widths agree with the usual order', () => {
  const read = glyphOrder(font(latin, numberOf, { name: 'ABCDEF+Any' }));
  expect([36, 68, 108, 137, 177].map((code) => read?.(code))).toEqual(['A', 'a', 'ä', 'ß', '–']);
  expect(read?.(2)).toBe(null);
});

test('codes that are characters, and glyphs in another order, are not', () => {
  expect(glyphOrder(font(latin, (character) => character.codePointAt(0) ?? 0, {}))).toBe(null);
  expect(glyphOrder(font(latin, (character) => 3 + latin.indexOf(character), {}))).toBe(null);
  expect(glyphOrder(font('01', numberOf, {}))).toBe(null);
});

test('a font named by the higher byte of its glyphs has Cyrillic letters', () => {
  const lower = (character: string) => 602 + (character.codePointAt(0) ?? 0) - 0x430 - 0x200;
  const simple = { composite: false, type: 'TrueType' };
  const read = glyphOrder(font('гежношщсю', lower, { ...simple, name: 'Times#20New#20Roman_02' }));
  expect([0x5a, 0x62, 0x3a].map((code) => read?.(code))).toEqual(['а', 'и', 'А']);
  expect(glyphOrder(font('гежношщсю', lower, { ...simple, name: 'Times#20New#20Roman' }))).toBe(null);
});
