import { type PDFDict, PDFRawStream } from 'pdf-lib';
import { decodeData } from '../objects/decode-stream.ts';
import { anyEntry } from '../objects/typed-entries.ts';
import type { SfntTables } from './sfnt.ts';
import { type FontEncoding, possibleNames, readFontEncoding } from './simple-font-names.ts';
import { macRomanEncoding } from './standard-encodings.ts';
import { type CharacterMap, readCharacterMaps } from './truetype-cmap.ts';
import { readPostNames } from './truetype-names.ts';
import { unicodesOfName } from './unicode-of-name.ts';

/** How the codes of a font find their glyphs. */
export interface GlyphLookup {
  /** Null if a glyph name is unknown, and may be any glyph. */
  glyphsOf(code: number): readonly number[] | null;
  /** The tables by which viewers find the glyphs of the codes asked for so far. */
  lookupTables(): readonly string[];
}

/** The glyph ID of each CID, by `CIDToGIDMap`. Null if the map is damaged. */
export function createMappedLookup(described: PDFDict): GlyphLookup | null {
  const lookupTables = () => [];
  const entry = anyEntry(described, 'CIDToGIDMap');
  if (!(entry instanceof PDFRawStream)) return { glyphsOf: (cid) => [cid], lookupTables };
  const map = decodeData(entry, { maxBytes: 131_072 });
  if (map === null || map.imageFilter !== null) return null;
  const { bytes } = map;
  return { glyphsOf: (cid) => [((bytes[2 * cid] ?? 0) << 8) | (bytes[2 * cid + 1] ?? 0)], lookupTables };
}

/**
 * The glyphs of a simple TrueType font. Viewers differ in which `cmap` subtable they use, and by which character, also
 * depending on the flags of the font (not all follow ISO 32000-2, 9.6.5.4): every glyph that any of them would find counts.
 * Null if an encoding or a table cannot be read.
 */
export function createCodeLookup(font: PDFDict, tables: SfntTables): GlyphLookup | null {
  const encoding = readFontEncoding(font);
  const cmap = tables.get('cmap');
  const maps = cmap === undefined ? [] : readCharacterMaps(cmap);
  if (encoding === null || maps === null) return null;
  const glyphOfName = readPostNames(tables.get('post'));
  let needsNames = false;
  return {
    glyphsOf(code) {
      const glyphs = new Set<number>();
      for (const character of possibleCharacters(code, encoding)) {
        for (const map of maps) glyphs.add(map.glyphOf(character));
      }
      const isMapped = isFoundInMaps(code, encoding, maps) ?? [...glyphs].some((glyph) => glyph !== 0);
      // Codes that are in no subtable are looked up by glyph name.
      const names = isMapped ? [encoding.differences.get(code)] : possibleNames(code, encoding, []);
      const named = [...names].flatMap((name) => glyphOfName.get(name ?? '') ?? []);
      needsNames ||= !isMapped && named.length > 0;
      const wanted = encoding.differences.get(code);
      if (wanted !== undefined && unicodesOfName(wanted).length === 0) {
        if (!glyphOfName.has(wanted) && !/^(\.notdef|g\d+|cid\d+|glyph\d+|index\d+)$/i.test(wanted)) return null;
        needsNames = true;
      }
      // Without a subtable, viewers use the code as the glyph ID.
      if (maps.length === 0) glyphs.add(code);
      const numbered = /^(?:g|cid|glyph|index)(\d+)$/i.exec(wanted ?? '')?.[1];
      if (numbered !== undefined) glyphs.add(Number(numbered));
      // Listed twice if it is found in two ways, so that losing either of them is a difference.
      return [...glyphs, ...named];
    },
    lookupTables: () => (needsNames ? ['cmap', 'post'] : ['cmap']),
  };
}

/**
 * Whether viewers that follow ISO 32000-2, 9.6.5.4, find the name of a code in the subtable that it prescribes; they use no
 * other, such as a Unicode one of platform 0. Null for a code without a name.
 */
function isFoundInMaps(code: number, encoding: FontEncoding, maps: readonly CharacterMap[]): boolean | null {
  const name = encoding.differences.get(code) ?? encoding.base?.[code];
  if (typeof name !== 'string') return null;
  const hasIn = (platform: number, id: number, characters: readonly number[]) => {
    const map = maps.find((each) => each.platform === platform && each.encoding === id);
    return map === undefined ? null : characters.some((character) => map.glyphOf(character) !== 0);
  };
  const symbols = symbolPages.map((page) => page + code);
  const macCodes = [macRomanEncoding.indexOf(name)].filter((macCode) => macCode >= 0);
  return hasIn(3, 0, symbols) || (hasIn(3, 1, unicodesOfName(name)) ?? hasIn(1, 0, macCodes) ?? false);
}

/** The private-use pages in which symbol fonts keep their codes. */
const symbolPages = [0, 0xf000, 0xf100, 0xf200];

function possibleCharacters(code: number, encoding: FontEncoding): Set<number> {
  const characters = new Set(symbolPages.map((page) => page + code));
  for (const name of possibleNames(code, encoding, [])) {
    for (const character of unicodesOfName(name)) characters.add(character);
    // The (1,0) map of a TrueType font goes by MacRoman codes, whichever encoding the name comes from.
    macRomanEncoding.forEach((macName, macCode) => {
      if (macName === name) characters.add(macCode);
    });
  }
  return characters;
}
