import {
  convertType1,
  createCodeLookup,
  createMappedLookup,
  possibleNames,
  readCffFont,
  readFontEncoding,
  readSfnt,
  readType1Font,
  type SfntTables,
  writeSfnt,
} from '@platen/pdf-kit/fonts';
import { decodeData, dictOrStreamEntry, nameEntry, streamEntry } from '@platen/pdf-kit/objects';
import type { PDFDict, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { describedFont } from './font-programs.ts';
import type { GlyphOutlines, OutlineReader } from './glyph-outlines.ts';
import { wrapCff } from './subset-cff.ts';
import { outlineTables } from './subset-truetype.ts';

/** The outlines, as text, of every glyph that a viewer may show for a code. */
export type ShapeReader = (code: number) => string;

/** The shape of codes of a font without a program, or with one that cannot be read, which is not subset either. */
const unread: ShapeReader = () => '';

/** Reads the shapes of the character codes of a font, or the CIDs of a composite one, in its embedded program. */
export function createShapeReader(font: PDFDict, maxFontBytes: number, open: OutlineReader): ShapeReader {
  if (nameEntry(font, 'Subtype') === 'Type3') return type3Shapes(font, maxFontBytes);
  const described = describedFont(font);
  const descriptor = described === null ? null : dictOrStreamEntry(described, 'FontDescriptor');
  if (described === null || descriptor === null) return unread;
  const bytesOf = (stream: PDFRawStream | null) => {
    const decoded = stream === null ? null : decodeData(stream, { maxBytes: maxFontBytes });
    return decoded === null || decoded.imageFilter !== null ? null : decoded.bytes;
  };
  const trueType = bytesOf(streamEntry(descriptor, 'FontFile2'));
  if (trueType !== null) return trueTypeShapes(font, described, trueType, open);
  const compact =
    bytesOf(streamEntry(descriptor, 'FontFile3')) ?? type1AsCff(bytesOf(streamEntry(descriptor, 'FontFile')));
  if (compact === null) return unread;
  return cffShapes(font, described, readSfnt(compact)?.get('CFF ') ?? compact, open);
}

/** The glyph descriptions of a Type 3 font are content, which is their shape. */
function type3Shapes(font: PDFDict, maxFontBytes: number): ShapeReader {
  const glyphs = dictOrStreamEntry(font, 'CharProcs');
  const encoding = readFontEncoding(font);
  if (glyphs === null || encoding === null) return unread;
  return (code) => {
    const name = encoding.differences.get(code) ?? encoding.base?.[code];
    const glyph = typeof name === 'string' ? streamEntry(glyphs, name) : null;
    const decoded = glyph === null ? null : decodeData(glyph, { maxBytes: maxFontBytes, tolerant: true });
    return decoded === null ? '' : Buffer.from(decoded.bytes).toString('latin1');
  };
}

function trueTypeShapes(font: PDFDict, described: PDFDict, bytes: Uint8Array, open: OutlineReader): ShapeReader {
  const tables = readSfnt(bytes);
  if (tables === null) return unread;
  const isComposite = nameEntry(described, 'Subtype') === 'CIDFontType2';
  const lookup = isComposite ? createMappedLookup(described) : createCodeLookup(font, tables);
  const outlines = open(writeSfnt(outlinesOnly(tables)));
  if (lookup === null || outlines === null) return unread;
  return (code) => {
    const glyphs = lookup.glyphsOf(code);
    return glyphs === null ? '' : shapesOf(outlines, glyphs);
  };
}

function outlinesOnly(tables: SfntTables): SfntTables {
  return new Map([...tables].filter(([tag]) => outlineTables.includes(tag)));
}

function cffShapes(font: PDFDict, described: PDFDict, cff: Uint8Array, open: OutlineReader): ShapeReader {
  const program = readCffFont(cff);
  const outlines = program === null ? null : open(wrapCff(cff, program.glyphCount));
  if (program === null || outlines === null) return unread;
  if (nameEntry(described, 'Subtype') === 'CIDFontType0') {
    const glyphOf = program.isCid ? new Map(program.charset.map((cid, glyph) => [cid, glyph])) : null;
    return (cid) => {
      const glyph = glyphOf === null ? cid : glyphOf.get(cid);
      return glyph === undefined || glyph >= program.glyphCount ? '' : outlines.path(glyph);
    };
  }
  const encoding = readFontEncoding(font);
  if (encoding === null || program.isCid) return unread;
  const glyphOf = new Map<string, number>();
  for (let glyph = 1; glyph < program.glyphCount; glyph += 1) glyphOf.set(program.glyphName(glyph) ?? '', glyph);
  return (code) => {
    // By name, since glyph IDs change when the font is subset.
    const names = [...possibleNames(code, encoding, program.encoding)].sort();
    return names.map((name) => shapesOf(outlines, [glyphOf.get(name) ?? []].flat())).join('|');
  };
}

/** Type 1 programs become CFF when they are subset, so shapes are read from the whole program converted to CFF. */
function type1AsCff(bytes: Uint8Array | null): Uint8Array | null {
  const font = bytes === null ? null : readType1Font(bytes);
  return font === null ? null : convertType1(font, font.charStrings.keys());
}

function shapesOf(outlines: GlyphOutlines, glyphs: readonly number[]): string {
  return glyphs.map((glyph) => `${outlines.advance(glyph)} ${outlines.path(glyph)}`).join(';');
}
