import { processingFailed } from '@platen/core';
import { PDFDict, type PDFObject } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, numberEntry } from './typed-entries.ts';

/** Functions that one function may come to with all those it is made of; gradients have a few hundred. */
const maxFunctions = 100_000;
/** Functions of functions deeper than this are no function of any program. */
const maxDepth = 64;

/**
 * Stitching functions may be made of each other: 25 levels of two are 33 million, which engines read one by one. Rejects
 * with `damaged_file`.
 */
export function checkFunctions({ context, fileName }: OpenedPdf): void {
  const known = new Map<PDFDict, number>();
  const count = (object: PDFObject | undefined, depth: number): number => {
    if (!(object instanceof PDFDict) || numberEntry(object, 'FunctionType') !== 3) return 1;
    const found = known.get(object);
    if (found !== undefined || depth > maxDepth) return found ?? 1;
    // One that is made of itself is not read again.
    known.set(object, 1);
    const parts = arrayEntry(object, 'Functions').reduce(
      (sum, part) => sum + count(context.lookup(part), depth + 1),
      1,
    );
    known.set(object, parts);
    return parts;
  };
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (count(object, 0) <= maxFunctions) continue;
    throw processingFailed('damaged_file', 'The functions of the file are made of each other', { fileName });
  }
}
