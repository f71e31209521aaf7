import { arrayItems, dictOrStreamEntry, pdfArrayEntry } from '@platen/pdf-kit/objects';
import { PDFDict, type PDFObject } from '@platen/pdf-kit/pdf-lib';
import type { PreparedDocument } from '../compress-document.ts';

/** Counts annotations and form fields, for which a renderer allocates objects. Stops counting fields above `most`. */
export function countAnnotations({ document }: Pick<PreparedDocument, 'document'>, most: number): number {
  let count = 0;
  for (const { dict } of document.pages) count += pdfArrayEntry(dict, 'Annots')?.size() ?? 0;
  const form = dictOrStreamEntry(document.catalog, 'AcroForm');
  const pending: (PDFObject | null)[] = form === null ? [] : fieldsOf(form, 'Fields');
  const visited = new Set<PDFObject>();
  while (pending.length > 0 && count <= most) {
    const field = pending.pop();
    if (!(field instanceof PDFDict) || visited.has(field)) continue;
    visited.add(field);
    count += 1;
    for (const kid of fieldsOf(field, 'Kids')) pending.push(kid);
  }
  return count;
}

function fieldsOf(dict: PDFDict, key: string): (PDFObject | null)[] {
  const list = pdfArrayEntry(dict, key);
  return list === null ? [] : [...arrayItems(list)];
}
