import { processingFailed } from '@platen/core';
import { PDFDict, type PDFObject } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, numberEntry } from './typed-entries.ts';

/** Maximum functions that a stitching function may expand to; gradients have a few hundred. */
const maxFunctions = 100_000;
/** Levels of nested functions that are followed; no program writes as many. */
const maxDepth = 64;

/**
 * Counts the functions that stitching functions expand to: 25 levels of two are 33 million, which engines read one by one.
 * Rejects with `damaged_file`.
 */
export function checkFunctions({ context, fileName }: OpenedPdf): void {
  const known = new Map<PDFDict, number>();
  const count = (object: PDFObject | undefined, depth: number): number => {
    if (!(object instanceof PDFDict) || numberEntry(object, 'FunctionType') !== 3) return 1;
    const found = known.get(object);
    if (found !== undefined || depth > maxDepth) return found ?? 1;
    // Ends cycles.
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
