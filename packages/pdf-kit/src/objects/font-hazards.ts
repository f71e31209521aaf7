import { limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { countGlyphSteps } from '../fonts/glyph-steps.ts';
import { decodeStream } from './decode-stream.ts';
import { directDicts } from './direct-containers.ts';
import { fontProgramKeys } from './font-program.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { OpenedPdf } from './open-pdf.ts';

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
    throw limitExceeded('structure_limit', 'The fonts of the file have more widths than there are characters', details);
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

const programKeys = fontProgramKeys.map((key) => PDFName.of(key));
/** Steps granted for each byte of the file; real fonts take up to five. */
const stepsPerByte = 20;

/**
 * Counts what the glyphs of embedded fonts take to draw: a few kilobytes of subroutines that call each other, or of glyphs
 * made of glyphs, are billions of steps. Rejects with `structure_limit`.
 */
export function checkGlyphs({ context, fileName, sizeBytes }: OpenedPdf, budget: InflateBudget): void {
  const counted = new Set<PDFRawStream>();
  const ofAll = maxFontSteps + stepsPerByte * sizeBytes;
  let steps = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const dict of directDicts(object)) {
      for (const key of programKeys) {
        const program = dict.has(key) ? dict.lookup(key) : undefined;
        if (!(program instanceof PDFRawStream) || counted.has(program)) continue;
        counted.add(program);
        const bytes = decodeStream(program, budget);
        if (bytes === null) continue;
        const { most, total } = countGlyphSteps(bytes, { ofOneGlyph: maxGlyphSteps, ofAll: ofAll - steps });
        steps += total;
        if (most > maxGlyphSteps) throw tooManySteps('maxGlyphSteps', maxGlyphSteps, most, fileName);
        if (steps > ofAll) throw tooManySteps('maxFontSteps', ofAll, steps, fileName);
      }
    }
  }
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
