import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '@platen/pdf-kit/pdf-lib';

/** Visits every object, direct ones included; `ref` is that of the indirect object which each of them is, or is part of. */
export function visitObjects(context: PDFContext, visit: (object: PDFObject, ref: PDFRef) => void): void {
  const pending: PDFObject[] = [];
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    pending.push(object);
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      visit(value, ref);
      const container = value instanceof PDFRawStream ? value.dict : value;
      const items =
        container instanceof PDFDict ? container.values() : container instanceof PDFArray ? container.asArray() : [];
      // One by one: an array may have more items than a call may have arguments.
      for (const item of items) pending.push(item);
    }
  }
}
