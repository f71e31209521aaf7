import {
  type CffFont,
  convertType1,
  createCodeLookup,
  createMappedLookup,
  possibleNames,
  readCffFont,
  readFontEncoding,
  readSfnt,
  readType1Font,
  type SfntTables,
  type SimpleEncoding,
  viewOf,
} from '@platen/pdf-kit/fonts';
import { decodeData, nameEntry } from '@platen/pdf-kit/objects';
import type { FontProgram } from './font-programs.ts';
import type { FontSubsetter } from './harfbuzz-subset.ts';
import { subsetCff } from './subset-cff.ts';
import { needsInstructions, subsetTrueType } from './subset-truetype.ts';

export interface SubsetSettings {
  readonly dropHints: boolean;
  readonly maxFontBytes: number;
}

/** A subset font program, as it is to be stored. */
export interface SubsetProgram {
  readonly bytes: Uint8Array;
  readonly key: 'FontFile2' | 'FontFile3';
  /** The `Subtype` of a `FontFile3`. */
  readonly subtype: 'Type1C' | 'CIDFontType0C' | null;
  /** The remaining glyph names, for a font with names. */
  readonly glyphNames: readonly string[] | null;
  /** True if all glyphs are kept, and only hints and tables that PDF does not use were removed. */
  readonly isWhole: boolean;
}

/**
 * Subsets a font program to the glyphs that its fonts show or, if these are unknown, to the tables that PDF uses. Null if the
 * program cannot be read.
 */
export function subsetProgram(
  program: FontProgram,
  settings: SubsetSettings,
  subset: FontSubsetter,
): SubsetProgram | null {
  const decoded = decodeData(program.stream, { maxBytes: settings.maxFontBytes });
  if (decoded === null || decoded.imageFilter !== null) return null;
  if (program.key === 'FontFile2') {
    const tables = readSfnt(decoded.bytes);
    return tables === null ? null : subsetGlyf(tables, program, settings, subset);
  }
  const subtypes = new Set(program.uses.map(({ described }) => nameEntry(described, 'Subtype')));
  const [subtype] = subtypes;
  if (subtypes.size !== 1 || typeof subtype !== 'string') return null;
  if (program.key === 'FontFile') return subtype === 'Type1' ? subsetType1(decoded.bytes, program) : null;
  // With or without an OpenType wrapper, whatever the dictionary says.
  const cff = readSfnt(decoded.bytes)?.get('CFF ') ?? decoded.bytes;
  return subsetCffProgram(cff, subtype, program, settings, subset);
}

function subsetType1(bytes: Uint8Array, program: FontProgram): SubsetProgram | null {
  const font = readType1Font(bytes);
  if (font === null) return null;
  const names = shownNames(program, font.encoding);
  const present = [...font.charStrings.keys()].filter((name) => names === null || names.has(name));
  const cff = convertType1(font, present);
  return cff === null
    ? null
    : { bytes: cff, key: 'FontFile3', subtype: 'Type1C', glyphNames: present, isWhole: names === null };
}

function subsetCffProgram(
  bytes: Uint8Array,
  subtype: string,
  program: FontProgram,
  { dropHints }: SubsetSettings,
  subset: FontSubsetter,
): SubsetProgram | null {
  const font = readCffFont(bytes);
  const isComposite = subtype === 'CIDFontType0';
  if (font === null || (!isComposite && (subtype !== 'Type1' || font.isCid))) return null;
  const shown = isComposite ? cidGlyphs(font, program) : namedGlyphs(font, shownNames(program, font.encoding));
  const glyphs = shown ?? new Set(Array.from({ length: font.glyphCount }, (_, glyph) => glyph));
  // If CIDs are glyph IDs, the glyph IDs have to stay.
  const retainGlyphIds = isComposite && !font.isCid;
  const cff = subsetCff(bytes, { glyphCount: font.glyphCount, glyphs, retainGlyphIds, dropHints }, subset);
  if (cff === null) return null;
  return {
    bytes: cff,
    key: 'FontFile3',
    subtype: isComposite ? 'CIDFontType0C' : 'Type1C',
    glyphNames: isComposite ? null : [...glyphs].flatMap((glyph) => font.glyphName(glyph) ?? []),
    isWhole: shown === null,
  };
}

/** Null for every glyph. */
function cidGlyphs(font: CffFont, { uses, keepsEveryGlyph }: FontProgram): ReadonlySet<number> | null {
  if (keepsEveryGlyph) return null;
  const glyphs = new Set([0]);
  const glyphOf = font.isCid ? new Map(font.charset.map((cid, glyph) => [cid, glyph])) : null;
  for (const cid of uses.flatMap(({ codes }) => [...codes])) {
    const glyph = glyphOf === null ? cid : glyphOf.get(cid);
    if (glyph !== undefined && glyph < font.glyphCount) glyphs.add(glyph);
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

/** Null for every name: when the encoding of one of the fonts is not known. */
function shownNames({ uses, keepsEveryGlyph }: FontProgram, builtIn: SimpleEncoding): ReadonlySet<string> | null {
  if (keepsEveryGlyph) return null;
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
  program: FontProgram,
  settings: SubsetSettings,
  subset: FontSubsetter,
): SubsetProgram | null {
  const subtypes = program.uses.map(({ described }) => nameEntry(described, 'Subtype'));
  if (!subtypes.every((subtype) => subtype === 'CIDFontType2' || subtype === 'TrueType')) return null;
  const shown = shownGlyphs(tables, program);
  const glyphs = shown?.glyphs ?? Array.from({ length: glyphCount(tables) }, (_, glyph) => glyph);
  const lookupTables = shown?.lookupTables ?? ['cmap', 'post'];
  const tricky = program.uses.some(({ described }) => needsInstructions(nameEntry(described, 'BaseFont') ?? ''));
  const font = subsetTrueType(tables, { glyphs, dropHints: settings.dropHints && !tricky, lookupTables }, subset);
  return font === null
    ? null
    : { bytes: font, key: 'FontFile2', subtype: null, glyphNames: null, isWhole: shown === null };
}

/** Null for every glyph. */
function shownGlyphs(
  tables: SfntTables,
  { uses, keepsEveryGlyph }: FontProgram,
): { readonly glyphs: ReadonlySet<number>; readonly lookupTables: readonly string[] } | null {
  if (keepsEveryGlyph) return null;
  const glyphs = new Set([0]);
  const lookupTables = new Set<string>();
  for (const { font, described, codes } of uses) {
    const isComposite = nameEntry(described, 'Subtype') === 'CIDFontType2';
    const lookup = isComposite ? createMappedLookup(described) : createCodeLookup(font, tables);
    if (lookup === null) return null;
    for (const code of codes) {
      const shown = lookup.glyphsOf(code);
      if (shown === null) return null;
      for (const glyph of shown) glyphs.add(glyph);
    }
    for (const table of lookup.lookupTables()) lookupTables.add(table);
  }
  return { glyphs, lookupTables: [...lookupTables] };
}

function glyphCount(tables: SfntTables): number {
  const maxp = tables.get('maxp');
  return maxp === undefined || maxp.length < 6 ? 0 : viewOf(maxp).getUint16(4);
}
