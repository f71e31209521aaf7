import { limitExceeded, structureLimits } from '@platen/core';
import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { OpenedPdf } from './open-pdf.ts';

const { maxCMapBytes } = structureLimits;

/** Where fonts have CMaps. */
const cmapKeys = [PDFName.of('ToUnicode'), PDFName.of('Encoding')];

/** The first and last code of a range, and the text that the first one stands for. */
const rangePattern = /<([\da-f]{1,8})>\s*<([\da-f]{1,8})>\s*<([^>]*)>/gi;

/**
 * Counts what the ranges of CMaps stand for, in each font that has them: engines write down the text of every code, and one
 * range of 65 536 codes with a long text takes hours. Rejects with `structure_limit`.
 */
export function checkCMaps({ context, fileName }: OpenedPdf, budget: InflateBudget): void {
  const known = new Map<PDFStream, number>();
  let actual = 0;
  for (const [, font] of context.enumerateIndirectObjects()) {
    if (!(font instanceof PDFDict)) continue;
    for (const key of cmapKeys) {
      const cmap = font.has(key) ? font.lookup(key) : undefined;
      if (!(cmap instanceof PDFStream)) continue;
      const bytes = known.get(cmap) ?? rangeBytes(Buffer.from(decodeStream(cmap, budget) ?? []).toString('latin1'));
      known.set(cmap, bytes);
      actual += bytes;
    }
    if (actual <= maxCMapBytes) continue;
    const details = { limit: 'maxCMapBytes', allowed: maxCMapBytes, actual, fileName } as const;
    throw limitExceeded('structure_limit', 'The fonts of the file map characters to more text than there is', details);
  }
}

/** The bytes that the codes of all ranges stand for. */
function rangeBytes(cmap: string): number {
  let bytes = 0;
  for (let start = cmap.indexOf('beginbfrange'); start >= 0; ) {
    const end = cmap.indexOf('endbfrange', start);
    const block = cmap.slice(start, end < 0 ? undefined : end);
    for (const [, first = '', last = '', text = ''] of block.matchAll(rangePattern)) {
      bytes += Math.max(0, Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1) * (text.length / 2);
    }
    start = end < 0 ? -1 : cmap.indexOf('beginbfrange', end);
  }
  return bytes;
}
