import { dictOrStreamEntry, fontProgramKeys, nameEntry, pdfArrayEntry, streamEntry } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFDict, PDFName, type PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { DocumentUsage } from '../content/document-usage.ts';

/** One font of the document that shows text with a font program. */
export interface ProgramUse {
  /** The font dictionary; for a composite font, the one whose `Subtype` is `Type0`. */
  readonly font: PDFDict;
  /** The dictionary that has the descriptor: the font itself, or its descendant. */
  readonly described: PDFDict;
  readonly descriptor: PDFDict;
  /** The character codes, or the CIDs of a composite font. */
  readonly codes: ReadonlySet<number>;
  /** A font of the interactive form, in which text may still be typed. */
  readonly isForForms: boolean;
}

/** An embedded font program that may be subset, and the fonts that use it. */
export interface FontProgram {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly uses: readonly ProgramUse[];
  /** True if the shown glyphs are unknown, so that all of them stay. */
  readonly keepsEveryGlyph: boolean;
}

export interface FontProgramRequest {
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly usage: DocumentUsage;
}

/** Every code of a simple font. */
const everyCode: ReadonlySet<number> = new Set(Array.from({ length: 256 }, (_, code) => code));

/**
 * The embedded font programs of a document, each with the fonts that use it. All codes of a font of the interactive form count
 * as shown, since any may still be typed. A font that shows nothing has no codes.
 */
export function findFontPrograms({ context, catalog, usage }: FontProgramRequest): readonly FontProgram[] {
  const formFonts = findFormFonts(catalog);
  const programs = new Map<
    PDFRef,
    { stream: PDFRawStream; keys: Set<ProgramKey>; uses: ProgramUse[]; whole: boolean }
  >();
  for (const font of allFonts(context, usage, formFonts)) {
    const described = describedFont(font);
    const descriptor = described === null ? null : dictOrStreamEntry(described, 'FontDescriptor');
    if (described === null || descriptor === null) continue;
    const isForForms = formFonts.has(font);
    const codes = codesOf(font, usage, isForForms);
    for (const key of fontProgramKeys) {
      const ref = descriptor.get(PDFName.of(key));
      const stream = streamEntry(descriptor, key);
      if (!(ref instanceof PDFRef) || stream === null) continue;
      const program = programs.get(ref) ?? { stream, keys: new Set(), uses: [], whole: false };
      program.keys.add(key);
      program.uses.push({ font, described, descriptor, codes: codes ?? new Set(), isForForms });
      program.whole ||= codes === null;
      programs.set(ref, program);
    }
  }
  return [...programs].flatMap(([ref, { stream, keys, uses, whole }]) => {
    const [key] = keys;
    // A program under two keys: one of its descriptors has the wrong type.
    return key === undefined || keys.size > 1 ? [] : [{ ref, stream, key, uses, keepsEveryGlyph: whole }];
  });
}

type ProgramKey = FontProgram['key'];

/** Null when it is not known. */
function codesOf(font: PDFDict, usage: DocumentUsage, isForForms: boolean): ReadonlySet<number> | null {
  const isComposite = nameEntry(font, 'Subtype') === 'Type0';
  if (isForForms) return isComposite ? null : everyCode;
  if (!usage.complete) return null;
  const use = usage.fonts.get(font);
  return use === undefined ? new Set() : use.codes;
}

/** All fonts, shown or not. CIDFont dictionaries are `/Type /Font` too, but are only descendants of fonts. */
function allFonts(context: PDFContext, usage: DocumentUsage, formFonts: ReadonlySet<PDFDict>): ReadonlySet<PDFDict> {
  const fonts = new Set([...usage.fonts.keys(), ...formFonts]);
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(PDFName.Type) !== PDFName.of('Font')) continue;
    if (nameEntry(object, 'Subtype')?.startsWith('CIDFont') !== true) fonts.add(object);
  }
  return fonts;
}

/** The dictionary with the descriptor of a font. */
export function describedFont(font: PDFDict): PDFDict | null {
  if (nameEntry(font, 'Subtype') !== 'Type0') return font;
  const first = pdfArrayEntry(font, 'DescendantFonts')?.lookup(0);
  return first instanceof PDFDict ? first : null;
}

/** The fonts of the form's default resources. */
export function findFormFonts(catalog: PDFDict): ReadonlySet<PDFDict> {
  const form = dictOrStreamEntry(catalog, 'AcroForm');
  const resources = form === null ? null : dictOrStreamEntry(form, 'DR');
  const fonts = resources === null ? null : dictOrStreamEntry(resources, 'Font');
  const found = fonts?.keys().map((key) => fonts.lookup(key)) ?? [];
  return new Set(found.filter((font) => font instanceof PDFDict));
}
