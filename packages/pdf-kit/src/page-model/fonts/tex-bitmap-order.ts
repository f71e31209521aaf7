import type { CharacterOfCode } from './glyph-order.ts';

/** The fields of a pdf.js font that tell one of TeX. All of it is outside data. */
export interface BitmapFont {
  readonly isType3Font?: boolean;
  readonly differences?: unknown;
}

/** Where the encoding of the Cork conference, T1, and the older OT1 differ from what pdf.js makes of their codes. */
const cork = new Map([
  ...charactersFrom(0x0d, '‚‹›“”„«»–—'),
  ...charactersFrom(0x19, 'ıȷ'),
  ...charactersFrom(0x27, '’'),
  ...charactersFrom(0x60, '‘'),
  ...charactersFrom(0x80, 'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'),
  ...charactersFrom(0xd7, 'Œ'),
  ...charactersFrom(0xf7, 'œ'),
  ...charactersFrom(0xff, 'ß'),
  ...ligaturesFrom(0x1b),
]);
const original = new Map([
  ...ligaturesFrom(0x0b),
  ...charactersFrom(0x10, 'ıȷ'),
  ...charactersFrom(0x19, 'ßæœøÆŒØ'),
  ...charactersFrom(0x22, '”'),
  ...charactersFrom(0x27, '’'),
  ...charactersFrom(0x3c, '¡'),
  ...charactersFrom(0x3e, '¿'),
  ...charactersFrom(0x5c, '“'),
  ...charactersFrom(0x60, '‘'),
  ...charactersFrom(0x7b, '–—'),
]);

/** Fonts of formulas have letters too, but neither so many of the small ones nor a comma and a full stop at their codes. */
const leastSmallLetters = 8;
const [comma, fullStop] = [0x2c, 0x2e];

/**
 * The characters of a bitmap font of text as TeX embeds it: of Type 3, without a map to Unicode, with glyphs that are
 * named by their codes, `a27`. Null for other fonts.
 */
export function texBitmapOrder({ isType3Font, differences }: BitmapFont): CharacterOfCode | null {
  if (isType3Font !== true || !(differences instanceof Map)) return null;
  const named = [...differences].filter(([, name]) => name !== '.notdef');
  if (!named.every(([code, name]) => name === `a${code}`)) return null;
  const codes: ReadonlySet<unknown> = new Set(named.map(([code]) => code));
  const small = charactersFrom(0x61, 'abcdefghijklmnopqrstuvwxyz').filter(([code]) => codes.has(code));
  if (small.length < leastSmallLetters || !(codes.has(comma) || codes.has(fullStop))) return null;
  const isOriginal =
    ligaturesFrom(0x0b).some(([code]) => codes.has(code)) && ![...codes].some((code) => Number(code) > 0x7f);
  const characters = isOriginal ? original : cork;
  return (code) => characters.get(code) ?? null;
}

function charactersFrom(firstCode: number, characters: string): [number, string][] {
  return [...characters].map((character, index) => [firstCode + index, character]);
}

function ligaturesFrom(firstCode: number): [number, string][] {
  return ['ff', 'fi', 'fl', 'ffi', 'ffl'].map((letters, index) => [firstCode + index, letters]);
}
