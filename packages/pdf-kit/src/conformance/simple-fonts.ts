import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { convertType1 } from '../fonts/convert-type1.ts';
import { openCff } from '../fonts/refit-cff.ts';
import { openTrueType, symbolCharacterMap } from '../fonts/refit-truetype.ts';
import { readSfnt, type SfntTables, writeSfnt } from '../fonts/sfnt.ts';
import { type FontEncoding, readFontEncoding } from '../fonts/simple-font-names.ts';
import {
  macRomanEncoding,
  type SimpleEncoding,
  standardEncoding,
  winAnsiEncoding,
} from '../fonts/standard-encodings.ts';
import { type CharacterMap, readCharacterMaps } from '../fonts/truetype-cmap.ts';
import { readPostNames } from '../fonts/truetype-names.ts';
import { readType1Font } from '../fonts/type1-font.ts';
import { unicodesOfName } from '../fonts/unicode-of-name.ts';
import { fontProgramKeys } from '../objects/font-program.ts';
import { anyEntry, numberEntry } from '../objects/typed-entries.ts';
import { type GlyphPlan, planGlyphs, type WantedGlyph } from './fitted-program.ts';
import { type FontTask, setProgram } from './font-task.ts';
import { setSimpleWidths, simpleWidths } from './font-widths.ts';
import { addToUnicode } from './to-unicode.ts';

/** Flags of a font descriptor (ISO 32000-1, table 123). */
const [symbolic, nonsymbolic] = [4, 32];

/** A simple font with a TrueType program (or OpenType with CFF outlines). False if it cannot be read. */
export function conformSimpleTrueType(task: FontTask, descriptor: PDFDict, bytes: Uint8Array): boolean {
  const tables = readSfnt(bytes);
  const cff = tables?.get('CFF ');
  if (cff !== undefined) return conformSimpleCff(task, descriptor, cff);
  const { dict } = task.font;
  const program = tables === null ? null : openTrueType(tables);
  const encoding = readFontEncoding(dict) ?? { base: null, differences: new Map<number, string>() };
  if (tables === null || program === null) return false;
  const glyphOf = trueTypeGlyphs(tables, encoding, ((numberEntry(descriptor, 'Flags') ?? 0) & symbolic) !== 0);
  if (glyphOf === null) return false;
  const { plan } = planSimple(task, program.glyphCount, glyphOf, program.width);
  dict.set(PDFName.of('Subtype'), PDFName.of('TrueType'));
  const isFine =
    !plan.isChanged &&
    streamKeyOf(descriptor) === 'FontFile2' &&
    isPlainTrueType(task, descriptor, tables, { encoding, glyphOf });
  if (isFine) return true;
  addToUnicode(dict, task.font.codes, (code) => nameOfCode(code, encoding, winAnsiEncoding));
  const changed = program.refit(plan.widths, plan.copies).set('cmap', symbolCharacterMap(plan.glyphOf));
  makeSymbolic(dict, descriptor);
  setProgram(descriptor, 'FontFile2', writeSfnt(changed), null);
  return true;
}

/** Takes the encoding off a font: its program has the only one. */
export function makeSymbolic(font: PDFDict, descriptor: PDFDict): void {
  font.delete(PDFName.of('Encoding'));
  const flags = numberEntry(descriptor, 'Flags') ?? 0;
  descriptor.set(PDFName.of('Flags'), PDFNumber.of((flags & ~nonsymbolic) | symbolic));
}

/** Whether a font has an encoding that PDF/A takes, by which its codes show what viewers show (ISO 19005-2, 6.2.11.6). */
function isPlainTrueType(
  { font }: FontTask,
  descriptor: PDFDict,
  tables: SfntTables,
  { encoding, glyphOf }: { readonly encoding: FontEncoding; glyphOf(code: number): number },
): boolean {
  const cmap = tables.get('cmap');
  const maps = cmap === undefined ? null : readCharacterMaps(cmap);
  if (maps === null || maps.length === 0) return false;
  const flags = numberEntry(descriptor, 'Flags') ?? 0;
  if ((flags & symbolic) !== 0) {
    return (
      (flags & nonsymbolic) === 0 &&
      anyEntry(font.dict, 'Encoding') === null &&
      maps.length === 1 &&
      (maps[0]?.format ?? 0) <= 4
    );
  }
  const { base, differences } = encoding;
  if ((flags & nonsymbolic) === 0 || (base !== winAnsiEncoding && base !== macRomanEncoding)) return false;
  // Readers of such fonts know format 4; veraPDF knows no other but 0.
  const unicode = maps.find((map) => map.platform === 3 && map.encoding === 1 && map.format === 4);
  return (
    differences.size === 0 &&
    unicode !== undefined &&
    [...font.codes].every((code) => firstGlyph(unicode, unicodesOfName(base[code] ?? '')) === glyphOf(code))
  );
}

/** The glyph that viewers show for a code (ISO 32000-1, 9.6.6.4, as PDFium reads it); null for tables that cannot be read. */
function trueTypeGlyphs(
  tables: SfntTables,
  encoding: FontEncoding,
  isSymbolic: boolean,
): ((code: number) => number) | null {
  const cmap = tables.get('cmap');
  const maps = cmap === undefined ? [] : readCharacterMaps(cmap);
  if (maps === null) return null;
  const mapOf = (platform: number, id: number) => maps.find((map) => map.platform === platform && map.encoding === id);
  const [symbols, unicode, macintosh] = [
    mapOf(3, 0),
    mapOf(3, 1) ?? mapOf(3, 10) ?? mapOf(0, 3) ?? mapOf(0, 1),
    mapOf(1, 0),
  ];
  const post = readPostNames(tables.get('post'));
  const byName = (code: number) => {
    const name = nameOfCode(code, encoding, standardEncoding);
    if (name === null || name === '.notdef') return 0;
    const macCode = macRomanEncoding.indexOf(name);
    return (
      firstGlyph(unicode, unicodesOfName(name)) ||
      (symbols === undefined
        ? 0
        : firstGlyph(
            symbols,
            symbolPages.map((page) => page + code),
          )) ||
      (macCode < 0 ? 0 : (macintosh?.glyphOf(macCode) ?? 0)) ||
      (post.get(name) ?? 0)
    );
  };
  const byCode = (code: number) =>
    firstGlyph(
      symbols,
      symbolPages.map((page) => page + code),
    ) ||
    (macintosh?.glyphOf(code) ?? 0) ||
    (symbols === undefined && macintosh === undefined ? (unicode?.glyphOf(code) ?? 0) : 0);
  const namesFirst =
    !isSymbolic || (encoding.base !== null && encoding.differences.size === 0 && symbols === undefined);
  const hasNames = encoding.base !== null || encoding.differences.size > 0;
  return (code) => {
    if (maps.length === 0) return (hasNames ? byName(code) : 0) || code;
    if (hasNames && namesFirst) return byName(code) || byCode(code);
    return byCode(code) || (hasNames || !isSymbolic ? byName(code) : 0);
  };
}

/** The private-use pages in which symbol fonts keep their codes. */
const symbolPages = [0xf000, 0, 0xf100, 0xf200];

function firstGlyph(map: CharacterMap | undefined, characters: readonly number[]): number {
  for (const character of characters) {
    const glyph = map?.glyphOf(character) ?? 0;
    if (glyph !== 0) return glyph;
  }
  return 0;
}

/** The name of a code by the dictionary, or else the encoding that is built in. */
export function nameOfCode(code: number, { differences, base }: FontEncoding, builtIn: SimpleEncoding): string | null {
  return differences.get(code) ?? (base === null ? builtIn[code] : base[code]) ?? null;
}

/**
 * A simple font with a bare CFF program. The dictionary names its codes, as readers differ in the encodings of programs (codes
 * with two names, glyphs without a code). False if it cannot be read.
 */
export function conformSimpleCff(task: FontTask, descriptor: PDFDict, bytes: Uint8Array): boolean {
  const program = openCff(bytes);
  const { dict } = task.font;
  const encoding = readFontEncoding(dict) ?? { base: null, differences: new Map<number, string>() };
  if (program === null || program.font.isCid) return false;
  const { font } = program;
  const glyphs = new Map<string, number>();
  for (let glyph = font.glyphCount - 1; glyph > 0; glyph -= 1) glyphs.set(font.glyphName(glyph) ?? '', glyph);
  const glyphOf = (code: number) => glyphs.get(nameOfCode(code, encoding, font.encoding) ?? '') ?? 0;
  const { plan, isMeasured } = planSimple(task, font.glyphCount, glyphOf, program.width);
  if (!isMeasured) return false;
  dict.set(PDFName.of('Subtype'), PDFName.of('Type1'));
  const copies = plan.copies.map(({ glyph, width, code }) => ({ glyph, width, id: blankName(code) }));
  const refitted = plan.isChanged ? program.refit({ widths: plan.widths, copies }) : bytes;
  if (refitted === null) return false;
  setProgram(descriptor, 'FontFile3', refitted, 'Type1C');
  const isNamed = anyEntry(dict, 'Encoding') !== null;
  const names = new Map(encoding.differences);
  for (const code of isNamed ? [] : task.font.codes) {
    const name = nameOfCode(code, encoding, font.encoding);
    if (name !== null) names.set(code, name);
  }
  for (const [code, glyph] of plan.glyphOf) {
    const copy = plan.copies[glyph - plan.glyphCount];
    if (copy !== undefined) names.set(code, blankName(copy.code));
  }
  if (!isNamed || plan.copies.length > 0) setEncoding(dict, encoding.base, names);
  return true;
}

/** A simple font with a Type 1 program, which becomes CFF: its glyphs stay, and so do their names. False if it cannot be read. */
export function conformSimpleType1(task: FontTask, descriptor: PDFDict, bytes: Uint8Array): boolean {
  const program = readType1Font(bytes);
  const cff = program === null ? null : convertType1(program, program.charStrings.keys());
  return cff !== null && conformSimpleCff(task, descriptor, cff);
}

function streamKeyOf(descriptor: PDFDict): string | undefined {
  return fontProgramKeys.find((key) => descriptor.has(PDFName.of(key)));
}

/** Plans the glyphs of a simple font, and completes its widths. */
function planSimple(
  { font }: FontTask,
  glyphCount: number,
  glyphOf: (code: number) => number,
  widthOf: (glyph: number) => number | null,
): { readonly plan: GlyphPlan; readonly isMeasured: boolean } {
  const said = simpleWidths(font.dict);
  const wanted = [...font.codes].map(
    (code): WantedGlyph => ({ code, glyph: glyphOf(code), width: said?.(code) ?? null }),
  );
  const isMeasured = wanted.every(({ glyph }) => glyph === 0 || widthOf(glyph) !== null);
  setSimpleWidths(font.dict, (code) => said?.(code) ?? widthOf(glyphOf(code)), font.codes);
  return { plan: planGlyphs(wanted, glyphCount, widthOf), isMeasured };
}

/** The name of the copy of a glyph that a code shows. */
function blankName(code: number): string {
  return `copy.${code}`;
}

/** Names codes: those of `names`, and of a base for all others. */
export function setEncoding(
  font: PDFDict,
  base: SimpleEncoding | null,
  names: Iterable<readonly [code: number, name: string]>,
) {
  const list = [...names]
    .sort(([one], [other]) => one - other)
    .flatMap(([code, name]) => [PDFNumber.of(code), PDFName.of(name)]);
  const baseName = base === null ? null : nameOfBase(base);
  font.set(
    PDFName.of('Encoding'),
    font.context.obj({ Type: 'Encoding', ...(baseName === null ? {} : { BaseEncoding: baseName }), Differences: list }),
  );
}

function nameOfBase(base: SimpleEncoding): string | null {
  if (base === winAnsiEncoding) return 'WinAnsiEncoding';
  if (base === macRomanEncoding) return 'MacRomanEncoding';
  return base === standardEncoding ? 'StandardEncoding' : null;
}
