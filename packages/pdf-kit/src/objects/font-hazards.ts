import { limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFRawStream } from 'pdf-lib';
import { countGlyphSteps, type GlyphSteps } from '../fonts/glyph-steps.ts';
import { decodeStream } from './decode-stream.ts';
import { directDicts } from './direct-containers.ts';
import { fontProgramKeys } from './font-program.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, asDict, dictEntry, streamEntry } from './typed-entries.ts';

const { maxFontSteps, maxFontWidths, maxGlyphSteps } = structureLimits;

/** The arrays of horizontal and vertical glyph metrics, and how many values follow the first and last CID of a range (ISO 32000-2, 9.7.4.3). */
const widthTables = [
  { key: PDFName.of('W'), values: 1 },
  { key: PDFName.of('W2'), values: 3 },
] as const;

/**
 * Counts the widths that composite fonts give by ranges: engines expand each range, and `0 4000000000 500` is 20 bytes.
 * Rejects with `structure_limit`.
 */
export function checkFonts({ context, fileName }: OpenedPdf): void {
  let widths = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const dict of directDicts(object)) {
      for (const { key, values } of widthTables) {
        const table = dict.has(key) ? dict.lookup(key) : undefined;
        if (table instanceof PDFArray) widths += countRanged(table, values);
      }
    }
    if (widths <= maxFontWidths) continue;
    const details = { limit: 'maxFontWidths', allowed: maxFontWidths, actual: widths, fileName } as const;
    throw limitExceeded('structure_limit', 'The fonts of the file have more glyph widths than any font needs', details);
  }
}

/** The widths given by `first last width`; `first [width …]` lists each one. */
function countRanged(table: PDFArray, values: number): number {
  let count = 0;
  for (let at = 0; at + 1 < table.size(); ) {
    const [first, last] = [table.lookup(at), table.lookup(at + 1)];
    if (!(last instanceof PDFNumber)) {
      at += 2;
      continue;
    }
    if (first instanceof PDFNumber) count += Math.max(0, last.asNumber() - first.asNumber());
    at += 2 + values;
  }
  return count;
}

/** Steps granted for each byte of the file; real fonts take up to five. */
const stepsPerByte = 20;

/**
 * Counts what the glyphs of embedded fonts take to draw: a few kilobytes of subroutines that call each other, or of glyphs
 * made of glyphs, are billions of steps. A program counts for each font that has it, since engines load it for each.
 * Rejects with `structure_limit`.
 */
export function checkGlyphs({ context, fileName, sizeBytes }: OpenedPdf, budget: InflateBudget): void {
  const counted = new Map<PDFRawStream, GlyphSteps>();
  // Fonts that say the same of one descriptor are one font, for engines as well.
  const loaded = new Map<PDFDict, Set<string>>();
  const ofAll = maxFontSteps + stepsPerByte * sizeBytes;
  let steps = 0;
  const stepsOf = (program: PDFRawStream) => {
    const known = counted.get(program);
    if (known !== undefined) return known;
    const found = countGlyphSteps(decodeStream(program, budget) ?? Buffer.of(), { ofOneGlyph: maxGlyphSteps, ofAll });
    counted.set(program, found);
    return found;
  };
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const font of directDicts(object)) {
      const descriptor = descriptorOf(font);
      const program = descriptor === null ? null : programOf(descriptor);
      if (descriptor === null || program === null) continue;
      const alike = loaded.get(descriptor) ?? new Set();
      loaded.set(descriptor, alike);
      const text = String(font);
      if (alike.has(text)) continue;
      alike.add(text);
      const { most, total } = stepsOf(program);
      steps += total;
      if (most > maxGlyphSteps) throw tooManySteps('maxGlyphSteps', maxGlyphSteps, most, fileName);
      if (steps > ofAll) throw tooManySteps('maxFontSteps', ofAll, steps, fileName);
    }
  }
}

/** The descriptor of a font, or of the descendant of a composite one. */
function descriptorOf(font: PDFDict): PDFDict | null {
  const own = font.has(descriptorKey) ? dictEntry(font, 'FontDescriptor') : null;
  if (own !== null || !font.has(descendantsKey)) return own;
  const descendant = asDict(font.context.lookup(arrayEntry(font, 'DescendantFonts')[0]));
  return descendant === null ? null : dictEntry(descendant, 'FontDescriptor');
}

const [descriptorKey, descendantsKey] = [PDFName.of('FontDescriptor'), PDFName.of('DescendantFonts')];

function programOf(descriptor: PDFDict): PDFRawStream | null {
  for (const key of fontProgramKeys) {
    const program = streamEntry(descriptor, key);
    if (program !== null) return program;
  }
  return null;
}

function tooManySteps(
  limit: 'maxFontSteps' | 'maxGlyphSteps',
  allowed: number,
  actual: number,
  fileName: string | undefined,
): Error {
  const what = limit === 'maxGlyphSteps' ? 'A glyph of the file takes' : 'The glyphs of the file take';
  const details = { limit, allowed, actual, fileName } as const;
  return limitExceeded('structure_limit', `${what} more than ${allowed} steps to draw`, details);
}
