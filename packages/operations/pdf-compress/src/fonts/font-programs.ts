import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFRawStream, PDFRef } from 'pdf-lib';
import type { FontUse } from '../content/document-usage.ts';
import { readArray, readDict, readName, readStream } from '../structure/read-entry.ts';

/** One font of the document that shows text with a font program. */
export interface ProgramUse {
  /** The font dictionary; for a composite font, the one whose `Subtype` is `Type0`. */
  readonly font: PDFDict;
  /** The dictionary that has the descriptor: the font itself, or its descendant. */
  readonly described: PDFDict;
  readonly descriptor: PDFDict;
  /** Codes, or character ids when the font is composite. */
  readonly codes: ReadonlySet<number>;
}

/** An embedded font program that may be cut down, and everything that uses it. */
export interface FontProgram {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly uses: readonly ProgramUse[];
}

const programKeys = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/**
 * The font programs whose every use is known. Left out are programs with a use that cannot be told, and those of the
 * fonts of interactive forms, in which anything may yet be typed.
 */
export function findFontPrograms(
  context: PDFContext,
  catalog: PDFDict,
  fonts: Iterable<FontUse>,
): readonly FontProgram[] {
  const kept = formPrograms(catalog);
  const programs = new Map<PDFRef, FontProgram & { readonly uses: ProgramUse[] }>();
  for (const { dict: font, codes } of fonts) {
    const described = describedFont(font);
    const descriptor = described === null ? null : readDict(described, 'FontDescriptor');
    if (described === null || descriptor === null) continue;
    for (const key of programKeys) {
      const ref = descriptor.get(PDFName.of(key));
      const stream = readStream(descriptor, key);
      if (!(ref instanceof PDFRef) || stream === null) continue;
      if (codes === null) kept.add(ref);
      else {
        const program = programs.get(ref) ?? { ref, stream, key, uses: [] };
        program.uses.push({ font, described, descriptor, codes });
        programs.set(ref, program);
      }
    }
  }
  for (const ref of differentlyUsed(context, programs)) kept.add(ref);
  return [...programs.values()].filter(({ ref }) => !kept.has(ref));
}

/** The dictionary with the descriptor of a font. CIDFont dictionaries are `/Type /Font` too, but fonts of nothing. */
function describedFont(font: PDFDict): PDFDict | null {
  if (readName(font, 'Subtype') !== 'Type0') return font;
  const descendants = readArray(font, 'DescendantFonts');
  const first = descendants instanceof PDFArray ? descendants.lookup(0) : null;
  return first instanceof PDFDict ? first : null;
}

function formPrograms(catalog: PDFDict): Set<PDFRef> {
  const form = readDict(catalog, 'AcroForm');
  const resources = form === null ? null : readDict(form, 'DR');
  const fonts = resources === null ? null : readDict(resources, 'Font');
  const refs = new Set<PDFRef>();
  for (const key of fonts?.keys() ?? []) {
    const font = fonts?.lookup(key);
    const described = font instanceof PDFDict ? describedFont(font) : null;
    const descriptor = described === null ? null : readDict(described, 'FontDescriptor');
    for (const programKey of programKeys) {
      const ref = descriptor?.get(PDFName.of(programKey));
      if (ref instanceof PDFRef) refs.add(ref);
    }
  }
  return refs;
}

/** Programs that two descriptors call by different keys: one of them is wrong about what it is. */
function differentlyUsed(context: PDFContext, programs: ReadonlyMap<PDFRef, FontProgram>): readonly PDFRef[] {
  const refs: PDFRef[] = [];
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    for (const key of programKeys) {
      const ref = object.get(PDFName.of(key));
      if (ref instanceof PDFRef && (programs.get(ref)?.key ?? key) !== key) refs.push(ref);
    }
  }
  return refs;
}
