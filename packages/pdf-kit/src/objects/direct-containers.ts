import { PDFArray, PDFDict, type PDFObject, PDFStream } from 'pdf-lib';

/** The dictionaries and arrays of one indirect object: its own, and those that lie in it at any depth, without any that it refers to. */
export function* directContainers(object: PDFObject): Generator<PDFDict | PDFArray> {
  const pending = [object];
  // Walk: references are not followed.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const container = next instanceof PDFStream ? next.dict : next;
    if (!(container instanceof PDFDict || container instanceof PDFArray)) continue;
    yield container;
    for (const value of container instanceof PDFDict ? container.values() : container.asArray()) {
      if (value instanceof PDFDict || value instanceof PDFArray) pending.push(value);
    }
  }
}

/** Those of them that are dictionaries. */
export function* directDicts(object: PDFObject): Generator<PDFDict> {
  for (const container of directContainers(object)) if (container instanceof PDFDict) yield container;
}
