import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from 'pdf-lib';

/** The dictionaries of one indirect object: its own, and those that lie in it at any depth, without any that it refers to. */
export function* directDicts(object: PDFObject): Generator<PDFDict> {
  const pending = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const holder = next instanceof PDFRawStream ? next.dict : next;
    if (holder instanceof PDFDict) {
      yield holder;
      for (const value of holder.values()) if (isHolder(value)) pending.push(value);
    } else if (holder instanceof PDFArray) {
      for (const value of holder.asArray()) if (isHolder(value)) pending.push(value);
    }
  }
}

function isHolder(object: PDFObject): boolean {
  return object instanceof PDFDict || object instanceof PDFArray;
}
