import { limitExceeded, structureLimits } from '@platen/core';
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry, pdfArrayEntry } from './typed-entries.ts';

/** The depth to which PDFium follows the kids of form fields. */
const maxFieldDepth = 32;
const { maxFieldOptions, maxFieldVisits, maxFieldsOfOneName } = structureLimits;

/**
 * Counts the form fields of a document as PDFium visits them, on every path: a few fields that list each other as kids
 * twice are visited a billion times. Rejects with `structure_limit`.
 */
export function checkFields({ context, catalog, fileName }: OpenedPdf): void {
  const form = dictEntry(catalog, 'AcroForm');
  const check = (limit: keyof typeof structureLimits, actual: number, message: string) => {
    const allowed = structureLimits[limit];
    if (actual > allowed) throw limitExceeded('structure_limit', message, { limit, allowed, actual, fileName });
  };
  let pending: readonly PendingField[] = (form === null ? [] : arrayEntry(form, 'Fields')).map((field) => ({
    field,
    inherited: 0,
  }));
  let met = 0;
  let pairs = 0;
  let options = 0;
  for (let depth = 0; depth < maxFieldDepth && pending.length > 0; depth++) {
    const below: PendingField[] = [];
    const named = new Map<string, number>();
    const siblings = new Map<string, number>();
    for (const { field, inherited } of pending) {
      const dict = context.lookup(field);
      const own = dict instanceof PDFDict ? (pdfArrayEntry(dict, 'Opt')?.size() ?? inherited) : 0;
      if (dict instanceof PDFDict)
        for (const kid of arrayEntry(dict, 'Kids')) below.push({ field: kid, inherited: own });
      options += own;
      check('maxFieldOptions', options, `The choice fields of the file have more than ${maxFieldOptions} options`);
      const parent = entryText(dict, 'Parent');
      const alike = countUp(named, `${parent} ${entryText(dict, 'T')}`);
      check('maxFieldsOfOneName', alike, `More than ${maxFieldsOfOneName} form fields of the file have the same name`);
      pairs += countUp(siblings, parent) - 1;
      check('maxFieldPairs', pairs, 'The file has more form fields than can be drawn');
      met += 1;
      check('maxFieldVisits', met + below.length, `The form of the file expands to more than ${maxFieldVisits} fields`);
    }
    pending = below;
  }
}

interface PendingField {
  readonly field: PDFObject;
  /** The options of the field above it. */
  readonly inherited: number;
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
