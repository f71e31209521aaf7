import { readFontEncoding } from '@platen/pdf-kit/fonts';
import { dictOrStreamEntry, nameEntry } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFDict, PDFName } from '@platen/pdf-kit/pdf-lib';
import type { DocumentUsage } from '../content/document-usage.ts';
import { findFormFonts } from './font-programs.ts';

/**
 * Removes glyphs that no page shows from Type 3 fonts: without a reference, their content streams are not written. Fonts of
 * the form keep all glyphs, and so do those whose shown codes are unknown.
 */
export function dropUnusedGlyphs(context: PDFContext, catalog: PDFDict, usage: DocumentUsage): void {
  if (!usage.complete) return;
  const formFonts = findFormFonts(catalog);
  const shown = new Map<PDFDict, Set<string> | null>();
  for (const font of type3Fonts(context, usage)) {
    const glyphs = dictOrStreamEntry(font, 'CharProcs');
    if (glyphs === null) continue;
    const names = formFonts.has(font) ? null : namesShown(font, usage);
    const known = shown.get(glyphs);
    // Fonts may share their glyphs: what any of them shows stays.
    if (names === null || known === null) shown.set(glyphs, null);
    else shown.set(glyphs, new Set([...(known ?? []), ...names]));
  }
  for (const [glyphs, names] of shown) {
    if (names === null) continue;
    for (const key of glyphs.keys()) if (!names.has(key.decodeText())) glyphs.delete(key);
  }
}

function type3Fonts(context: PDFContext, usage: DocumentUsage): readonly PDFDict[] {
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const fonts = new Set([...usage.fonts.keys(), ...objects].filter((object) => object instanceof PDFDict));
  return [...fonts].filter((font) => font.get(PDFName.of('Subtype')) === PDFName.of('Type3') && font.has(charProcs));
}

const charProcs = PDFName.of('CharProcs');

/** Null when it is not known. */
function namesShown(font: PDFDict, usage: DocumentUsage): ReadonlySet<string> | null {
  const use = usage.fonts.get(font);
  const encoding = readFontEncoding(font);
  if (use?.codes === null || encoding === null || nameEntry(font, 'Subtype') !== 'Type3') return null;
  const names = new Set(['.notdef']);
  for (const code of use?.codes ?? []) {
    for (const name of [encoding.differences.get(code), encoding.base?.[code]]) {
      if (typeof name === 'string') names.add(name);
    }
  }
  return names;
}
