/** Vowel signs of Indic scripts that are drawn before the letters that they follow in the text. */
const signs = '\\u093f\\u09bf\\u09c7\\u09c8\\u0a3f\\u0abf\\u0b47\\u0bc6-\\u0bc8\\u0d46-\\u0d48';
const viramas = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0d4d';
const isSign = new RegExp(`^[${signs}]\\p{M}*$`, 'u');
const hasVowel = new RegExp(`(?![${viramas}])\\p{Mc}\\p{M}*$|^$`, 'u');
const joinsNext = new RegExp(`[${viramas}]$`, 'u');

/**
 * The glyphs of a word in logical order. A vowel sign at its start or after another one can only belong to the letters
 * that follow; fonts that map each glyph separately have it there.
 */
export function withVowelsBehindLetters<Glyph>(
  glyphs: readonly Glyph[],
  textOf: (glyph: Glyph) => string,
): readonly Glyph[] {
  if (!glyphs.some((glyph) => isSign.test(textOf(glyph)))) return glyphs;
  const ordered: Glyph[] = [];
  for (let index = 0; index < glyphs.length; index += 1) {
    const glyph = glyphs[index] as Glyph;
    const last = ordered.at(-1);
    const isStray = isSign.test(textOf(glyph)) && hasVowel.test(last === undefined ? '' : textOf(last));
    const end = isStray ? endOfLetters(glyphs.slice(index + 1).map(textOf)) : 0;
    ordered.push(...glyphs.slice(index + 1, index + 1 + end), glyph);
    index += end;
  }
  return ordered;
}

/** How many glyphs at the beginning are a consonant with those joined to it. */
function endOfLetters(texts: readonly string[]): number {
  let end = 0;
  while (/^\p{L}/u.test(texts[end] ?? '')) {
    end += 1;
    if (!joinsNext.test(texts[end - 1] ?? '')) break;
  }
  return end;
}
