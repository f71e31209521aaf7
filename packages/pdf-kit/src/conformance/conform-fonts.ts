import { PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { readFontEncoding } from '../fonts/simple-font-names.ts';
import { hasFontProgram } from '../objects/font-program.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { dictEntry, dictOrStreamEntry, nameEntry, numberEntry, pdfArrayEntry } from '../objects/typed-entries.ts';
import { conformComposite } from './composite-fonts.ts';
import type { ContentUses } from './content-uses.ts';
import { embedStandardFont } from './embed-standard-font.ts';
import { type FontTask, maxProgramBytes, readProgram } from './font-task.ts';
import type { Problems } from './problems.ts';
import { conformSimpleCff, conformSimpleTrueType, conformSimpleType1 } from './simple-fonts.ts';
import { standardFontFile } from './standard-fonts.ts';
import { completeGlyphs } from './type3-glyphs.ts';

/**
 * Makes every font that is shown one that PDF/A takes: embedded, with the widths that the document says, and a glyph for each
 * code (ISO 19005-2, 6.2.11). What pages show stays.
 */
export async function conformFonts(document: OpenedPdf, uses: ContentUses, problems: Problems): Promise<void> {
  const formFonts = findFormFonts(document);
  for (const font of uses.fonts.values()) {
    const name = nameEntry(font.dict, 'BaseFont') ?? nameEntry(font.dict, 'Name') ?? 'without a name';
    const ref = document.context.getObjectRef(font.dict);
    const where = `page ${font.page}, font ${name}${ref === undefined ? '' : ` (object ${ref.objectNumber})`}`;
    const fail = (what: string) => problems.add(where, what);
    // Viewers that fill in forms go by the encodings of these: they get the font as it was.
    for (const [fonts, key] of formFonts.get(font.dict) ?? [])
      fonts.set(key, document.context.register(font.dict.clone()));
    await conformFont({ document, font, name, fail });
  }
}

/** The fonts of the form's default resources, which become its own, and where each is listed. */
function findFormFonts({
  catalog,
  context,
}: OpenedPdf): ReadonlyMap<PDFDict, readonly (readonly [PDFDict, PDFName])[]> {
  const found = new Map<PDFDict, (readonly [PDFDict, PDFName])[]>();
  const form = dictEntry(catalog, 'AcroForm');
  const resources = form === null ? null : (dictEntry(form, 'DR')?.clone(context) ?? null);
  const fonts = resources === null ? null : (dictEntry(resources, 'Font')?.clone(context) ?? null);
  if (resources !== null) form?.set(PDFName.of('DR'), resources);
  if (fonts !== null) resources?.set(PDFName.of('Font'), fonts);
  for (const key of fonts?.keys() ?? []) {
    const font = fonts?.lookup(key);
    if (fonts !== null && font instanceof PDFDict) found.set(font, [...(found.get(font) ?? []), [fonts, key]]);
  }
  return found;
}

async function conformFont(task: FontTask): Promise<void> {
  const { dict } = task.font;
  dict.set(PDFName.of('Type'), PDFName.of('Font'));
  const subtype = nameEntry(dict, 'Subtype');
  if (subtype === 'Type3') return conformType3(task);
  if (subtype === 'Type0') return conformComposite(task, maxProgramBytes);
  if (subtype !== 'Type1' && subtype !== 'MMType1' && subtype !== 'TrueType')
    return task.fail(`of an unknown kind, ${subtype}`);
  // An encoding that nobody knows is none.
  if (readFontEncoding(dict) === null) dict.delete(PDFName.of('Encoding'));
  const descriptor = dictOrStreamEntry(dict, 'FontDescriptor');
  if (descriptor === null || !hasFontProgram(descriptor)) {
    const file = standardFontFile(task.name);
    if (file !== null) return embedStandardFont(task, file);
    if (task.font.isDrawn) task.fail('not embedded');
    else if (descriptor === null) task.fail('not described');
    return;
  }
  dict.set(PDFName.of('BaseFont'), PDFName.of(task.name));
  const own = descriptor.clone();
  dict.set(PDFName.of('FontDescriptor'), task.document.context.register(own));
  for (const key of ['CharSet', 'CIDSet']) own.delete(PDFName.of(key));
  own.set(PDFName.of('FontName'), PDFName.of(task.name));
  const program = readProgram(own);
  if (program === null) return task.fail('damaged');
  const isFine =
    program.kind === 'truetype'
      ? conformSimpleTrueType(task, own, program.bytes)
      : program.kind === 'type1'
        ? conformSimpleType1(task, own, program.bytes)
        : conformSimpleCff(task, own, program.bytes);
  if (!isFine) task.fail('damaged, or of a form that cannot be corrected');
}

/** The glyphs of a Type 3 font are content; a code without one draws nothing. */
function conformType3({ font, fail }: FontTask) {
  const { dict } = font;
  if (dictEntry(dict, 'CharProcs') === null || dictEntry(dict, 'Encoding') === null) return fail('without glyphs');
  completeGlyphs(dict, font.codes);
  const widths = pdfArrayEntry(dict, 'Widths');
  const first = numberEntry(dict, 'FirstChar') ?? 0;
  if (widths === null) return fail('without widths');
  if (numberEntry(dict, 'LastChar') !== first + widths.size() - 1)
    dict.set(PDFName.of('LastChar'), PDFNumber.of(first + widths.size() - 1));
}
