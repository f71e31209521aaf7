import { standardEncoding } from './standard-encodings.ts';
import type { Type1Font } from './type1-font.ts';
import { readType1Glyph, type Type1Glyph } from './type1-outline.ts';
import { writeType2CharString } from './type2-charstring.ts';
import { writeCffFont } from './write-cff-font.ts';

/**
 * Writes the named glyphs of a Type 1 font, and their components, as a CFF font. The outlines stay the same, without
 * encryption and subroutines. Names that the font does not have are ignored. Null if a glyph cannot be read.
 */
export function convertType1(font: Type1Font, names: Iterable<string>): Uint8Array | null {
  const glyphs = new Map<string, Type1Glyph>();
  const wanted = ['.notdef', ...names];
  for (let name = wanted.shift(); name !== undefined; name = wanted.shift()) {
    const charString = font.charStrings.get(name);
    if (charString === undefined || glyphs.has(name)) continue;
    const glyph = readType1Glyph(charString, font.subroutines);
    if (glyph === null) return null;
    glyphs.set(name, glyph);
    if (glyph.accent !== null) {
      const parts = [standardEncoding[glyph.accent.base], standardEncoding[glyph.accent.accent]];
      wanted.push(...parts.filter((part): part is string => typeof part === 'string'));
    }
  }
  const missing: Type1Glyph = { width: 250, steps: [], accent: null };
  const ordered = ['.notdef', ...[...glyphs.keys()].filter((name) => name !== '.notdef').sort()];
  return writeCffFont({
    fontName: font.fontName,
    fontMatrix: font.fontMatrix,
    fontBBox: font.fontBBox,
    encoding: font.encoding,
    privateValues: font.privateValues,
    glyphs: ordered.map((name) => ({ name, charString: writeType2CharString(glyphs.get(name) ?? missing) })),
  });
}
