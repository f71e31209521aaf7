import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import type { TagStructure } from './document-structure.ts';
import type { SourceGraph } from './graphs.ts';

const kKey = PDFName.of('K');
const parentKey = PDFName.of('P');
const pageKey = PDFName.of('Pg');
const objectKey = PDFName.of('Obj');
const markedContentKey = PDFName.of('MCID');

/**
 * Leaves of a structure tree what belongs to the pages taken: the elements that the parent tree names for the keys
 * met on them, and everything above those. Their other content is taken out; elements without any content, such as
 * empty table cells, stay beside their siblings. Gives the top-level elements in their order.
 */
export function pruneTags(source: SourceGraph, tags: TagStructure): readonly PDFRef[] {
  const kept = new Set<PDFRef>();
  const top = new Set<PDFRef>();
  for (const key of source.renamings.structureKeys) {
    for (const element of elementsOf(source, tags.parents.get(key))) keepUpwards(element);
  }
  const withEmpty = new Set(kept);
  for (const ref of kept) pruneElement(ref);
  source.keepElements(withEmpty);
  return inOrder(source, tags.root, top);

  function keepUpwards(element: PDFRef): void {
    let ref = element;
    while (!kept.has(ref)) {
      const dict = source.lookup(ref);
      if (!(dict instanceof PDFDict) || dict === tags.root) return;
      kept.add(ref);
      const parent = dict.get(parentKey);
      if (!(parent instanceof PDFRef) || source.lookup(parent) === tags.root) {
        top.add(ref);
        return;
      }
      ref = parent;
    }
  }

  function pruneElement(ref: PDFRef): void {
    const element = source.lookup(ref);
    if (!(element instanceof PDFDict)) return;
    const kids = element.lookup(kKey);
    const items = kids instanceof PDFArray ? kids.asArray() : [element.get(kKey)];
    const page = element.get(pageKey);
    const remaining = items.filter((item) => item !== undefined && isKeptContent(item, page));
    if (remaining.length === items.length) return;
    const changed = element.clone();
    const array = PDFArray.withContext(element.context);
    for (const item of remaining) if (item !== undefined) array.push(item);
    changed.set(kKey, array);
    source.replace(ref, changed);
  }

  function isKeptContent(item: PDFObject, elementPage: PDFObject | undefined): boolean {
    if (item instanceof PDFNumber) return source.pageNumber(elementPage) !== null;
    if (item instanceof PDFRef && kept.has(item)) return true;
    const dict = source.lookup(item);
    if (!(dict instanceof PDFDict)) return false;
    const object = dict.get(objectKey);
    if (object !== undefined) return object instanceof PDFRef && source.numbers.has(object);
    if (dict.has(markedContentKey)) return source.pageNumber(dict.get(pageKey) ?? elementPage) !== null;
    if (!(item instanceof PDFRef) || dict.has(kKey) || dict.has(pageKey)) return false;
    withEmpty.add(item);
    return true;
  }
}

/** What one key of the parent tree names: an element, or one for each marked-content number of a page. */
function elementsOf(source: SourceGraph, value: PDFObject | undefined): readonly PDFRef[] {
  if (value === undefined) return [];
  const target = source.lookup(value);
  if (target instanceof PDFArray) return target.asArray().filter((item) => item instanceof PDFRef);
  return value instanceof PDFRef ? [value] : [];
}

function inOrder(source: SourceGraph, root: PDFDict, top: ReadonlySet<PDFRef>): readonly PDFRef[] {
  const kids = root.get(kKey);
  const value = source.lookup(kids);
  const items: readonly (PDFObject | undefined)[] = value instanceof PDFArray ? value.asArray() : [kids];
  return items.filter((item) => item instanceof PDFRef && top.has(item)) as PDFRef[];
}
