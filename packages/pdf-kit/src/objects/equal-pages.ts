import { PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { PdfPage } from './page-tree.ts';

/** Entries that differ between pages that show the same. */
const placeKeys = new Set(['Parent', 'StructParents'].map((key) => PDFName.of(key)));

/**
 * For each page the number, from 1, of the first one that has the same content, boxes and annotations: most have their own. Pages are
 * compared by what they refer to, not by what that contains.
 */
export function firstEqualPages(pages: readonly PdfPage[]): readonly number[] {
  const first = new Map<string, number>();
  const numbers = new Map<PDFObject, number>();
  // What pages inherit may be large, and is one object for all of them.
  const textOf = (value: PDFObject, dict: PdfPage['dict'], key: PDFName) => {
    if (value instanceof PDFRef || dict.get(key) === value) return String(value);
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return `inherited ${number}`;
  };
  return pages.map(({ dict, inherited }, index) => {
    const entries = [...new Map([...inherited, ...dict.entries()])].filter(([key]) => !placeKeys.has(key));
    const text = entries.map(([key, value]) => `${key} ${textOf(value, dict, key)}`).sort();
    const look = text.join('\n');
    const found = first.get(look) ?? index + 1;
    first.set(look, found);
    return found;
  });
}
