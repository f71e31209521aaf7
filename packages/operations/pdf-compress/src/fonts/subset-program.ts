import { decodeStream } from '../structure/decode-stream.ts';
import { readName } from '../structure/read-entry.ts';
import { type CffFont, readCffFont } from './cff-font.ts';
import { convertType1 } from './convert-type1.ts';
import type { FontProgram, ProgramUse } from './font-programs.ts';
import type { FontSubsetter } from './harfbuzz-subset.ts';
import { readSfnt, type SfntTables } from './sfnt.ts';
import { lookUpGlyphs, mappedGlyphs } from './shown-glyphs.ts';
import { possibleNames, readFontEncoding } from './simple-font-names.ts';
import type { SimpleEncoding } from './standard-encodings.ts';
import { subsetCff } from './subset-cff.ts';
import { needsInstructions, subsetTrueType } from './subset-truetype.ts';
import { readType1Font } from './type1-font.ts';

export interface SubsetSettings {
  readonly dropHints: boolean;
  readonly maxFontBytes: number;
}

/** A font program cut down, in the form it is to be stored in. */
export interface SubsetProgram {
  readonly bytes: Uint8Array;
  readonly key: 'FontFile2' | 'FontFile3';
  /** The `Subtype` of a `FontFile3`. */
  readonly subtype: 'Type1C' | 'CIDFontType0C' | null;
  /** The names that are left, for a font that names its glyphs. */
  readonly glyphNames: readonly string[] | null;
}

/**
 * Cuts a font program down to the glyphs its fonts show. Null when that is not understood well enough to be safe: the
 * program then stays whole.
 */
export function subsetProgram(
  program: FontProgram,
  settings: SubsetSettings,
  subset: FontSubsetter,
): SubsetProgram | null {
  const decoded = decodeStream(program.stream, { maxBytes: settings.maxFontBytes });
  if (decoded === null || decoded.imageFilter !== null) return null;
  const subtypes = new Set(program.uses.map(({ described }) => readName(described, 'Subtype')));
  const [subtype] = subtypes;
  if (subtypes.size !== 1 || typeof subtype !== 'string') return null;
  if (program.key === 'FontFile') return subtype === 'Type1' ? subsetType1(decoded.bytes, program.uses) : null;
  if (program.key === 'FontFile2') {
    const tables = readSfnt(decoded.bytes);
    return tables === null ? null : subsetGlyf(tables, subtype, program, settings, subset);
  }
  const cff =
    readName(program.stream.dict, 'Subtype') === 'OpenType' ? readSfnt(decoded.bytes)?.get('CFF ') : decoded.bytes;
  return cff === undefined ? null : subsetCffProgram(cff, subtype, program.uses, settings, subset);
}

function subsetType1(bytes: Uint8Array, uses: readonly ProgramUse[]): SubsetProgram | null {
  const font = readType1Font(bytes);
  const names = font === null ? null : shownNames(uses, font.encoding);
  if (font === null || names === null) return null;
  const present = [...names].filter((name) => font.charStrings.has(name));
  const cff = convertType1(font, present);
  return cff === null ? null : { bytes: cff, key: 'FontFile3', subtype: 'Type1C', glyphNames: present };
}

function subsetCffProgram(
  bytes: Uint8Array,
  subtype: string,
  uses: readonly ProgramUse[],
  { dropHints }: SubsetSettings,
  subset: FontSubsetter,
): SubsetProgram | null {
  const font = readCffFont(bytes);
  const isComposite = subtype === 'CIDFontType0';
  if (font === null || (!isComposite && (subtype !== 'Type1' || font.isCid))) return null;
  const names = isComposite ? null : shownNames(uses, font.encoding);
  const glyphs = isComposite ? cidGlyphs(font, uses) : namedGlyphs(font, names);
  if (glyphs === null) return null;
  // Where character ids are glyph numbers, the numbers have to stay.
  const retainGlyphIds = isComposite && !font.isCid;
  const cff = subsetCff(bytes, { glyphCount: font.glyphCount, glyphs, retainGlyphIds, dropHints }, subset);
  if (cff === null) return null;
  const kept = [...glyphs].flatMap((glyph) => font.glyphName(glyph) ?? []);
  return {
    bytes: cff,
    key: 'FontFile3',
    subtype: isComposite ? 'CIDFontType0C' : 'Type1C',
    glyphNames: isComposite ? null : kept,
  };
}

function cidGlyphs(font: CffFont, uses: readonly ProgramUse[]): ReadonlySet<number> {
  const glyphs = new Set([0]);
  const glyphOf = font.isCid ? new Map(font.charset.map((cid, glyph) => [cid, glyph])) : null;
  for (const { codes } of uses) {
    for (const cid of codes) {
      const glyph = glyphOf === null ? cid : glyphOf.get(cid);
      if (glyph !== undefined && glyph < font.glyphCount) glyphs.add(glyph);
    }
  }
  return glyphs;
}

function namedGlyphs(font: CffFont, names: ReadonlySet<string> | null): ReadonlySet<number> | null {
  if (names === null) return null;
  const glyphs = new Set([0]);
  for (let glyph = 1; glyph < font.glyphCount; glyph += 1) {
    const name = font.glyphName(glyph);
    if (name !== null && names.has(name)) glyphs.add(glyph);
  }
  return glyphs;
}

/** Null when the encoding of one of the fonts is not known. */
function shownNames(uses: readonly ProgramUse[], builtIn: SimpleEncoding): ReadonlySet<string> | null {
  const names = new Set(['space']);
  for (const { font, codes } of uses) {
    const encoding = readFontEncoding(font);
    if (encoding === null) return null;
    for (const code of codes) for (const name of possibleNames(code, encoding, builtIn)) names.add(name);
  }
  return names;
}

function subsetGlyf(
  tables: SfntTables,
  subtype: string,
  { uses }: FontProgram,
  settings: SubsetSettings,
  subset: FontSubsetter,
): SubsetProgram | null {
  const glyphs = new Set([0]);
  const lookupTables = new Set<string>();
  for (const { font, described, codes } of uses) {
    const shown =
      subtype === 'CIDFontType2'
        ? mappedGlyphs(described, codes)
        : subtype === 'TrueType'
          ? lookUpGlyphs(font, codes, tables)
          : null;
    if (shown === null) return null;
    for (const glyph of shown.glyphs) glyphs.add(glyph);
    for (const table of shown.lookupTables) lookupTables.add(table);
  }
  const tricky = uses.some(({ described }) => needsInstructions(readName(described, 'BaseFont') ?? ''));
  const request = { glyphs, dropHints: settings.dropHints && !tricky, lookupTables: [...lookupTables] };
  const font = subsetTrueType(tables, request, subset);
  return font === null ? null : { bytes: font, key: 'FontFile2', subtype: null, glyphNames: null };
}
