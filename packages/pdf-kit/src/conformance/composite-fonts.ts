import { deflateSync } from 'node:zlib';
import { PDFDict, PDFName, PDFNumber, PDFRawStream, PDFString } from 'pdf-lib';
import { openCff } from '../fonts/refit-cff.ts';
import { openTrueType } from '../fonts/refit-truetype.ts';
import { readSfnt, writeSfnt } from '../fonts/sfnt.ts';
import { cidWidths } from '../objects/cid-widths.ts';
import { decodeData } from '../objects/decode-stream.ts';
import { hasFontProgram } from '../objects/font-program.ts';
import {
  anyEntry,
  dictEntry,
  dictOrStreamEntry,
  nameEntry,
  pdfArrayEntry,
  textEntry,
} from '../objects/typed-entries.ts';
import { planGlyphs, type WantedGlyph } from './fitted-program.ts';
import { type FontTask, readProgram, setProgram } from './font-task.ts';

/** The predefined CMaps of ISO 32000-1, table 118, by the character collection of each. */
const collections: readonly (readonly [ordering: string, pattern: RegExp])[] = [
  ['GB1', /^(GB-EUC|GBpc-EUC|GBK-EUC|GBKp-EUC|GBK2K|UniGB-UCS2|UniGB-UTF16)-[HV]$/],
  ['CNS1', /^(B5pc|HKscs-B5|ETen-B5|ETenms-B5|CNS-EUC|UniCNS-UCS2|UniCNS-UTF16)-[HV]$/],
  [
    'Japan1',
    /^(83pv-RKSJ-H|(90ms-RKSJ|90msp-RKSJ|90pv-RKSJ|Add-RKSJ|EUC|Ext-RKSJ|UniJIS-UCS2|UniJIS-UCS2-HW|UniJIS-UTF16)-[HV]|[HV])$/,
  ],
  ['Korea1', /^(KSC-EUC|KSCms-UHC|KSCms-UHC-HW|KSCpc-EUC|UniKS-UCS2|UniKS-UTF16)-[HV]$/],
];

/** A font of characters by their number (CID) (ISO 19005-2, 6.2.11.3). */
export function conformComposite(task: FontTask, maxBytes: number) {
  const { document, font, fail } = task;
  const descendant = pdfArrayEntry(font.dict, 'DescendantFonts')?.lookup(0);
  if (!(descendant instanceof PDFDict)) return fail('without a descendant');
  const descriptor = dictOrStreamEntry(descendant, 'FontDescriptor');
  if (descriptor === null || !hasFontProgram(descriptor))
    return font.isDrawn || descriptor === null ? fail('not embedded') : undefined;
  if (!font.isKnown) return fail('with codes that its character map does not have');
  // Which is `.notdef`, whatever glyph a map leads it to (ISO 19005-2, 6.2.11.8).
  if (font.codes.has(0)) return fail('that shows character 0');
  if (!settleCharacterMap(task, descendant)) return;
  descendant.set(PDFName.of('Type'), PDFName.of('Font'));
  const own = descriptor.clone();
  descendant.set(PDFName.of('FontDescriptor'), document.context.register(own));
  for (const key of ['CharSet', 'CIDSet']) own.delete(PDFName.of(key));
  const base = nameEntry(descendant, 'BaseFont') ?? task.name;
  own.set(PDFName.of('FontName'), PDFName.of(base));
  descendant.set(PDFName.of('BaseFont'), PDFName.of(base));
  const program = readProgram(own);
  const tables = program?.kind === 'truetype' ? readSfnt(program.bytes) : null;
  const cff = tables?.get('CFF ') ?? (program?.kind === 'cff' ? program.bytes : undefined);
  const isFine =
    cff !== undefined
      ? conformCff(task, descendant, own, cff)
      : tables !== null && conformTrueType(task, descendant, own, { tables, maxBytes });
  if (!isFine) fail('damaged, or of a form that cannot be corrected');
}

/** A character map that is known, and says of its characters what the font says. False if it is neither. */
function settleCharacterMap({ font, document, fail }: FontTask, descendant: PDFDict): boolean {
  const { context } = document;
  const encoding = anyEntry(font.dict, 'Encoding');
  const info = dictEntry(descendant, 'CIDSystemInfo');
  const ordering = info === null ? null : textEntry(info, 'Ordering');
  if (encoding instanceof PDFName) {
    const name = encoding.decodeText();
    if (name === 'Identity-H' || name === 'Identity-V') {
      if (info === null) descendant.set(PDFName.of('CIDSystemInfo'), systemInfo(document, 'Identity', 0));
      return true;
    }
    const collection = collections.find(([, pattern]) => pattern.test(name))?.[0];
    if (collection === undefined) fail(`with a character map ${name} that is not in the file`);
    else if (ordering !== collection) fail(`of the collection ${ordering}, with a character map of ${collection}`);
    return collection !== undefined && ordering === collection;
  }
  if (!(encoding instanceof PDFRawStream)) {
    fail('without a character map');
    return false;
  }
  const base = anyEntry(encoding.dict, 'UseCMap');
  if (
    base !== null &&
    !(
      base instanceof PDFName &&
      (base.decodeText().startsWith('Identity-') || collections.some(([, pattern]) => pattern.test(base.decodeText())))
    )
  ) {
    fail('with a character map that is based on another one');
    return false;
  }
  const decoded = decodeData(encoding, { maxBytes: maxMapBytes });
  const mode = /\/WMode\s+(\d)/.exec(Buffer.from(decoded?.bytes ?? []).toString('latin1'))?.[1];
  encoding.dict.set(PDFName.of('WMode'), PDFNumber.of(Number(mode ?? 0)));
  const shared = info ?? systemInfo(document, 'Identity', 0);
  descendant.set(PDFName.of('CIDSystemInfo'), shared);
  encoding.dict.set(PDFName.of('CIDSystemInfo'), shared.clone(context));
  return true;
}

const maxMapBytes = 4 * 1024 * 1024;

function systemInfo({ context }: FontTask['document'], ordering: string, supplement: number): PDFDict {
  return context.obj({ Registry: PDFString.of('Adobe'), Ordering: PDFString.of(ordering), Supplement: supplement });
}

function wantedOf({ font }: FontTask, descendant: PDFDict, glyphOf: (cid: number) => number): readonly WantedGlyph[] {
  const widthOf = cidWidths(descendant);
  return [...font.codes].map((code) => ({ code, glyph: glyphOf(code), width: widthOf(code) }));
}

function conformTrueType(
  task: FontTask,
  descendant: PDFDict,
  descriptor: PDFDict,
  { tables, maxBytes }: { readonly tables: NonNullable<ReturnType<typeof readSfnt>>; readonly maxBytes: number },
): boolean {
  const program = openTrueType(tables);
  if (program === null) return false;
  descendant.set(PDFName.of('Subtype'), PDFName.of('CIDFontType2'));
  const entry = anyEntry(descendant, 'CIDToGIDMap');
  const map = entry instanceof PDFRawStream ? decodeData(entry, { maxBytes, tolerant: true })?.bytes : null;
  if (map === undefined) return false;
  const glyphOf = (cid: number) => (map === null ? cid : ((map[2 * cid] ?? 0) << 8) | (map[2 * cid + 1] ?? 0));
  const plan = planGlyphs(wantedOf(task, descendant, glyphOf), program.glyphCount, program.width);
  const { context } = task.document;
  if (!plan.isChanged) {
    if (map === null) descendant.set(PDFName.of('CIDToGIDMap'), PDFName.of('Identity'));
    if (!descriptor.has(PDFName.of('FontFile2'))) setProgram(descriptor, 'FontFile2', writeSfnt(tables), null);
    return true;
  }
  const written = Buffer.alloc(2 * (Math.max(...plan.glyphOf.keys()) + 1));
  for (const [cid, glyph] of plan.glyphOf) written.writeUInt16BE(glyph, 2 * cid);
  const stream = PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(written));
  descendant.set(PDFName.of('CIDToGIDMap'), context.register(stream));
  setProgram(descriptor, 'FontFile2', writeSfnt(program.refit(plan.widths, plan.copies)), null);
  return true;
}

function conformCff(task: FontTask, descendant: PDFDict, descriptor: PDFDict, bytes: Uint8Array): boolean {
  const program = openCff(bytes);
  if (program === null) return false;
  const { font } = program;
  descendant.set(PDFName.of('Subtype'), PDFName.of('CIDFontType0'));
  descendant.delete(PDFName.of('CIDToGIDMap'));
  const glyphs = font.isCid ? new Map(font.charset.map((cid, glyph) => [cid, glyph])) : null;
  const glyphOf = (cid: number) => (glyphs === null ? cid : (glyphs.get(cid) ?? 0));
  const wanted = wantedOf(task, descendant, glyphOf);
  if (wanted.some(({ glyph }) => glyph < font.glyphCount && program.width(glyph) === null)) return false;
  const plan = planGlyphs(wanted, font.glyphCount, program.width);
  if (!plan.isChanged) {
    setProgram(descriptor, 'FontFile3', bytes, 'CIDFontType0C');
    return true;
  }
  // A CID that another one shares its glyph with cannot have a copy, which is found by its own.
  if (plan.copies.some(({ code }) => glyphs?.has(code) ?? true)) return false;
  const copies = plan.copies.map(({ glyph, width, code }) => ({ glyph, width, id: code }));
  const refitted = program.refit({ widths: plan.widths, copies });
  if (refitted !== null) setProgram(descriptor, 'FontFile3', refitted, 'CIDFontType0C');
  return refitted !== null;
}
