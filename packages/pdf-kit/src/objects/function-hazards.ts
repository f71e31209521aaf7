import { limitExceeded, structureLimits } from '@platen/core';
import { PDFDict } from 'pdf-lib';
import { directDicts } from './direct-containers.ts';
import { foldObjects } from './fold-objects.ts';
import { maxFunctionDepth } from './function-steps.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, numberEntry, numbersEntry } from './typed-entries.ts';

const { maxFunctions, maxFunctionSamples } = structureLimits;

/**
 * Counts the functions that stitching functions expand to: 25 levels of two are 33 million, which engines read one by one.
 * Rejects with `structure_limit`.
 */
export function checkFunctions(document: OpenedPdf): void {
  const { context, fileName } = document;
  const count = foldObjects<number>({
    lookup: (object) => context.lookup(object),
    maxDepth: maxFunctionDepth,
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
    throw limitExceeded(
      'structure_limit',
      `A function of the file expands to more than ${maxFunctions} others`,
      details,
    );
  }
  checkSamples(document);
}

/** Counts the samples that functions claim, whether their data has them or not: pdf.js makes an array for all. */
function checkSamples({ context, fileName }: OpenedPdf): void {
  let samples = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const dict of directDicts(object)) {
      if (numberEntry(dict, 'FunctionType') !== 0) continue;
      const points = (numbersEntry(dict, 'Size') ?? []).reduce((product, size) => product * Math.max(1, size), 1);
      samples += (points * arrayEntry(dict, 'Range').length) / 2;
    }
    if (samples <= maxFunctionSamples) continue;
    const details = { limit: 'maxFunctionSamples', allowed: maxFunctionSamples, actual: samples, fileName } as const;
    throw limitExceeded(
      'structure_limit',
      `The functions of the file claim more than ${maxFunctionSamples} samples`,
      details,
    );
  }
}
