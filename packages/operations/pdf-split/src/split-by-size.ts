import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { type AssemblyReport, pageWeights } from '@platen/pdf-kit/objects';
import { rangeSuffix } from './plan-parts.ts';
import type { SplitDocument, WrittenPart } from './split-document.ts';

/**
 * Splits into runs of pages, each as long as it stays within `limitBytes`: a run is guessed from what its pages refer
 * to, written, and shortened while it is too large. A single page above the limit is a part of its own, with a warning.
 */
export function splitBySize(
  split: SplitDocument,
  limitBytes: number,
  outputDir: string,
  context: WorkerContext,
): readonly WrittenPart[] {
  const pageCount = split.document.pages.length;
  const weights = pageWeights(split.document, split.structure);
  const parts: WrittenPart[] = [];
  for (let first = 0; first < pageCount; ) {
    const path = join(outputDir, `part-${parts.length + 1}.pdf`);
    let end = Math.max(first + 1, weights.endWithin(first, limitBytes));
    let report = writeRun(split, first, end, path);
    while (report.sizeBytes > limitBytes && end > first + 1) {
      const fitting = Math.floor(((end - first) * limitBytes) / report.sizeBytes);
      end = Math.max(first + 1, Math.min(end - 1, first + fitting));
      report = writeRun(split, first, end, path);
    }
    if (report.sizeBytes > limitBytes)
      context.warn('PART_TOO_LARGE', `Page ${first + 1} alone is larger than "maxSize"`);
    const { droppedClaims, isInvoice } = report;
    parts.push({ suffix: rangeSuffix(first, end - 1, pageCount), path, droppedClaims, isInvoice });
    context.progress(end / pageCount);
    first = end;
  }
  return parts;
}

function writeRun(split: SplitDocument, first: number, end: number, path: string): AssemblyReport {
  const pages = Array.from({ length: end - first }, (_, offset) => first + offset);
  return split.write(pages, path, first === 0);
}
