import { processingFailed } from '@platen/core';
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry } from './typed-entries.ts';

/** The depth to which PDFium follows the kids of form fields. */
const maxFieldDepth = 32;
/** Maximum fields visited, each once for every path that leads to it. */
const maxFieldVisits = 1_000_000;
/** Maximum pairs of siblings: PDFium looks up the name of a field among all earlier ones; 10 000 siblings take 3 s. */
const maxFieldPairs = 100_000_000;
/** Maximum fields with the same name: PDFium compares each with all others; 4 000 take 5 s, 20 000 two minutes. */
const maxFieldsOfOneName = 5_000;

/**
 * Counts the form fields of a document as PDFium visits them, on every path: a few fields that list each other as kids
 * twice are visited a billion times. Rejects with `damaged_file`.
 */
export function checkFields({ context, catalog, fileName }: OpenedPdf): void {
  const form = dictEntry(catalog, 'AcroForm');
  const refuse = (message: string) => processingFailed('damaged_file', message, { fileName });
  let pending = form === null ? [] : arrayEntry(form, 'Fields');
  let met = 0;
  let pairs = 0;
  for (let depth = 0; depth < maxFieldDepth && pending.length > 0; depth++) {
    const below: PDFObject[] = [];
    const named = new Map<string, number>();
    const siblings = new Map<string, number>();
    for (const field of pending) {
      const dict = context.lookup(field);
      if (dict instanceof PDFDict) for (const kid of arrayEntry(dict, 'Kids')) below.push(kid);
      const parent = entryText(dict, 'Parent');
      if (countUp(named, `${parent} ${entryText(dict, 'T')}`) > maxFieldsOfOneName) {
        throw refuse(`More than ${maxFieldsOfOneName} form fields of the file have one name`);
      }
      pairs += countUp(siblings, parent) - 1;
      if (pairs > maxFieldPairs) throw refuse('The file has more form fields than can be drawn');
      met += 1;
      if (met + below.length > maxFieldVisits) {
        throw refuse('The form fields of the file refer to each other in a loop');
      }
    }
    pending = below;
  }
}

/** An entry as text to compare by. Widgets without a name thus count as fields of one name below their parent. */
function entryText(field: PDFObject | undefined, key: string): string {
  return field instanceof PDFDict ? String(field.get(PDFName.of(key))) : '';
}

function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
