import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFStream } from '@platen/pdf-kit/pdf-lib';

/** A container and what it holds. */
type Held =
  | { readonly dict: PDFDict; readonly entries: ReturnType<PDFDict['entries']> }
  | { readonly array: PDFArray; readonly items: readonly PDFObject[] };

/**
 * Remembers the objects of a document. The function it returns puts them back: each under its reference, with the entries
 * that it had, in their order. Objects keep their identity, so that what is known of them stays true. Data of streams is never
 * changed in place, and not copied: some 150 bytes an object.
 */
export function rememberObjects(context: PDFContext): () => void {
  const { largestObjectNumber, trailerInfo } = context;
  const trailer = { ...trailerInfo };
  const objects = context.enumerateIndirectObjects();
  const held: Held[] = [];
  const pending: PDFObject[] = [];
  for (const [, object] of objects) {
    pending.push(object);
    // Walk: direct objects alone, each within one indirect object.
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const container = next instanceof PDFStream ? next.dict : next;
      if (container instanceof PDFDict) {
        held.push({ dict: container, entries: container.entries() });
        for (const value of container.values()) pending.push(value);
      } else if (container instanceof PDFArray) {
        held.push({ array: container, items: [...container.asArray()] });
        for (const item of container.asArray()) pending.push(item);
      }
    }
  }
  return () => {
    const known = new Set(objects.map(([ref]) => ref));
    for (const [ref] of context.enumerateIndirectObjects()) if (!known.has(ref)) context.delete(ref);
    for (const [ref, object] of objects) context.assign(ref, object);
    for (const each of held) {
      if ('dict' in each) restoreDict(each.dict, each.entries);
      else restoreArray(each.array, each.items);
    }
    context.trailerInfo = { ...trailer };
    context.largestObjectNumber = largestObjectNumber;
  };
}

function restoreDict(dict: PDFDict, entries: ReturnType<PDFDict['entries']>): void {
  const now = dict.entries();
  if (now.length === entries.length && now.every(([key, value], at) => isSameEntry([key, value], entries[at]))) return;
  for (const key of dict.keys()) dict.delete(key);
  for (const [key, value] of entries) dict.set(key, value);
}

function isSameEntry([key, value]: readonly PDFObject[], entry: readonly PDFObject[] | undefined): boolean {
  return entry !== undefined && entry[0] === key && entry[1] === value;
}

function restoreArray(array: PDFArray, items: readonly PDFObject[]): void {
  if (array.size() === items.length && items.every((item, at) => array.get(at) === item)) return;
  while (array.size() > 0) array.remove(array.size() - 1);
  for (const item of items) array.push(item);
}
