import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { anyEntry, decodeData, nameEntry } from '@platen/pdf-kit/objects';
import { type PDFContext, type PDFDict, PDFName, PDFRawStream, PDFRef, PDFString } from '@platen/pdf-kit/pdf-lib';
import type { DocumentUsage } from '../content/document-usage.ts';
import { minGainBytes } from '../levels.ts';
import { type FontProgram, findFontPrograms, type ProgramUse } from './font-programs.ts';
import { type FontSubsetter, loadFontSubsetter } from './harfbuzz-subset.ts';
import { type SubsetProgram, type SubsetSettings, subsetProgram } from './subset-program.ts';

export interface FontRequest extends SubsetSettings {
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly usage: DocumentUsage;
  /** The PDF/A claim of the document, such as `1b`. */
  readonly pdfA: string | null;
}

/**
 * Subsets the embedded fonts of a document to the glyphs that it shows, if that makes them smaller. Type 1 programs become
 * CFF.
 */
export async function subsetFonts(request: FontRequest): Promise<void> {
  const programs = findFontPrograms(request);
  if (programs.length === 0) return;
  const subset = await loadFontSubsetter();
  for (const program of programs) {
    const best = smallestSubset(program, request, subset);
    if (best !== null) storeProgram(program, best.result, best.deflated, request);
  }
}

/** Subsets a program without hints if that is allowed and possible, else with them; null if neither is smaller than the program. */
function smallestSubset(program: FontProgram, settings: SubsetSettings, subset: FontSubsetter) {
  for (const dropHints of settings.dropHints ? [true, false] : [false]) {
    const result = subsetProgram(program, { ...settings, dropHints }, subset);
    const deflated = result === null ? null : deflateSync(result.bytes);
    const bound = program.stream.getContentsSize() - (dropHints ? minGainBytes : 0);
    if (result !== null && deflated !== null && deflated.length < bound) return { result, deflated };
  }
  return null;
}

function storeProgram(
  { ref, key, uses }: FontProgram,
  result: SubsetProgram,
  deflated: Uint8Array,
  { context, pdfA }: FontRequest,
): void {
  const dict = context.obj({ Filter: 'FlateDecode' });
  if (result.key === 'FontFile2') dict.set(PDFName.of('Length1'), context.obj(result.bytes.length));
  if (result.subtype !== null) dict.set(PDFName.of('Subtype'), PDFName.of(result.subtype));
  // A program under another key is a new object: a descriptor not seen here may still refer to the old one.
  const target = result.key === key ? ref : context.nextRef();
  context.assign(target, PDFRawStream.of(dict, deflated));
  for (const use of uses) {
    if (target !== ref) {
      use.descriptor.delete(PDFName.of(key));
      use.descriptor.set(PDFName.of(result.key), target);
    }
    if (!result.isWhole) describeSubset(use, result, { pdfA, tag: subsetTag(ref) });
  }
}

/** Updates the descriptors of a subset font (ISO 32000-2, 9.9.2 and table 122; PDF/A-1, 6.3.5). */
function describeSubset(
  use: ProgramUse,
  result: SubsetProgram,
  { pdfA, tag }: { readonly pdfA: string | null; readonly tag: string },
): void {
  const { descriptor, described, codes } = use;
  const isPdfA1 = pdfA?.startsWith('1') ?? false;
  if (result.glyphNames !== null && (descriptor.has(PDFName.of('CharSet')) || isPdfA1)) {
    const names = result.glyphNames.filter((name) => name !== '.notdef').map((name) => `/${name}`);
    descriptor.set(PDFName.of('CharSet'), PDFString.of(names.join('')));
  }
  if (nameEntry(described, 'Subtype')?.startsWith('CIDFont') === true) {
    if (isPdfA1) storeCidSet(descriptor, codes);
    else descriptor.delete(PDFName.of('CIDSet'));
    trimGlyphMap(described, codes);
  }
  // Viewers that fill in forms assume that a font with a subset tag lacks glyphs.
  if (!use.isForForms) tagName(use, tag);
}

function storeCidSet(descriptor: PDFDict, cids: ReadonlySet<number>): void {
  const set = new Uint8Array((Math.max(0, ...cids) >> 3) + 1);
  for (const cid of [0, ...cids]) set[cid >> 3] = (set[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  const { context } = descriptor;
  const stream = PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(set));
  descriptor.set(PDFName.of('CIDSet'), context.register(stream));
}

/** Sets the entries of CIDs that are never shown to 0, and ends the map after the last one shown. */
function trimGlyphMap(described: PDFDict, cids: ReadonlySet<number>): void {
  const key = PDFName.of('CIDToGIDMap');
  const entry = anyEntry(described, 'CIDToGIDMap');
  const decoded = entry instanceof PDFRawStream ? decodeData(entry, { maxBytes: 131_072 }) : null;
  if (decoded === null || !(described.get(key) instanceof PDFRef)) return;
  const map = new Uint8Array(2 * (Math.max(0, ...cids) + 1));
  for (const cid of cids) map.set(decoded.bytes.subarray(2 * cid, 2 * cid + 2), 2 * cid);
  const { context } = described;
  const stream = PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(map));
  described.set(key, context.register(stream));
}

/** The standard 14 fonts, whose widths and encodings viewers know by name. */
const standardName =
  /^(Courier|Helvetica|Times-Roman|Times)(-(Bold|Italic|Oblique|BoldItalic|BoldOblique))?$|^(Symbol|ZapfDingbats)$/;

/** A subset tag derived from the object number of the program: the same for all its fonts, and on every level. */
function subsetTag(program: PDFRef): string {
  const digest = createHash('sha256').update(program.toString()).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(0x41 + (byte % 26))).join('');
}

/** The name of a subset, which begins with a tag and a plus sign. */
function tagName({ font, described, descriptor }: ProgramUse, tag: string): void {
  for (const [dict, key] of [
    [font, 'BaseFont'],
    [described, 'BaseFont'],
    [descriptor, 'FontName'],
  ] as const) {
    const name = nameEntry(dict, key);
    if (name !== null && !/^[A-Z]{6}\+/.test(name) && !standardName.test(name)) {
      dict.set(PDFName.of(key), PDFName.of(`${tag}+${name}`));
    }
  }
}
