import { limitExceeded, structureLimits } from '@platen/core';
import { PDFDict } from 'pdf-lib';
import { foldObjects } from './fold-objects.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, numberEntry } from './typed-entries.ts';

const { maxFunctions } = structureLimits;
/** Levels of nested functions that are followed; no program writes as many. */
const maxDepth = 64;

/**
 * Counts the functions that stitching functions expand to: 25 levels of two are 33 million, which engines read one by one.
 * Rejects with `structure_limit`.
 */
export function checkFunctions({ context, fileName }: OpenedPdf): void {
  const count = foldObjects<number>({
    lookup: (object) => context.lookup(object),
    maxDepth,
    cut: () => 1,
    fold: (object, inner) =>
      object instanceof PDFDict && numberEntry(object, 'FunctionType') === 3
        ? arrayEntry(object, 'Functions').reduce((sum: number, part) => sum + inner(part), 1)
        : 1,
  });
  for (const [, object] of context.enumerateIndirectObjects()) {
    const actual = count(object);
    if (actual <= maxFunctions) continue;
    const details = { limit: 'maxFunctions', allowed: maxFunctions, actual, fileName } as const;
    throw limitExceeded('structure_limit', `A function of the file expands to more than ${maxFunctions}`, details);
  }
}
