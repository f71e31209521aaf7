import { limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, PDFName, PDFNumber } from 'pdf-lib';
import { directDicts } from './direct-containers.ts';
import type { OpenedPdf } from './open-pdf.ts';

const { maxFontWidths } = structureLimits;

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
