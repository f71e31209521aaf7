import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import type { TagStructure } from './document-structure.ts';
import { kidsOf } from './element-places.ts';
import type { SourceGraph } from './graphs.ts';

const kKey = PDFName.of('K');
const parentKey = PDFName.of('P');
const pageKey = PDFName.of('Pg');
const objectKey = PDFName.of('Obj');
const markedContentKey = PDFName.of('MCID');

/**
 * Prunes a structure tree to the pages taken. Kept are the elements that the parent tree lists for the keys of these pages,
 * those that say themselves that they belong to these pages or to what is on them, those of `always`, and all their
 * ancestors, without their content on other pages. Elements that have neither content nor a page, such as empty table cells,
 * are kept in a parent that is kept whole; in any other only between its kept children, as those before and after them belong
 * to other pages. Returns the top-level elements in their order.
 */
export function pruneTags(source: SourceGraph, tags: TagStructure, always: readonly PDFRef[]): readonly PDFRef[] {
  const kept = new Set<PDFRef>();
  const top = new Set<PDFRef>();
  for (const key of source.renamings.structureKeys) {
    for (const element of elementsOf(source, tags.parents.get(key))) keepUpwards(element);
  }
  const { byPage, byObject, empty } = tags.places();
  for (const { page } of source.pages) for (const element of byPage.get(page.ref) ?? []) keepUpwards(element);
  for (const [object, elements] of byObject) if (source.numbers.has(object)) elements.forEach(keepUpwards);
  for (const element of always) keepUpwards(element);
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
    const items = kidsOf(element);
    const page = element.get(pageKey);
    const kinds = items.map((item) => kindOf(item, page));
    const isWhole = !kinds.includes('dropped');
    const [first, last] = isWhole ? [0, items.length] : [kinds.indexOf('content'), kinds.lastIndexOf('content')];
    const remaining = items.filter((item, index) => {
      if (kinds[index] === 'dropped' || index < first || index > last) return false;
      if (kinds[index] === 'empty') keepEmpty(item);
      return true;
    });
    if (remaining.length === items.length) return;
    const changed = element.clone();
    changed.set(kKey, element.context.obj(remaining));
    source.replace(ref, changed);
  }

  function keepEmpty(item: PDFObject): void {
    const pending = [item];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const element = next instanceof PDFRef && !withEmpty.has(next) ? source.lookup(next) : undefined;
      if (!(next instanceof PDFRef && element instanceof PDFDict)) continue;
      withEmpty.add(next);
      for (const kid of kidsOf(element)) pending.push(kid);
    }
  }

  function kindOf(item: PDFObject, elementPage: PDFObject | undefined): 'content' | 'empty' | 'dropped' {
    const contentIf = (isKept: boolean) => (isKept ? 'content' : 'dropped');
    if (item instanceof PDFNumber) return contentIf(source.pageNumber(elementPage) !== null);
    if (item instanceof PDFRef && kept.has(item)) return 'content';
    const dict = source.lookup(item);
    if (!(dict instanceof PDFDict)) return 'dropped';
    const object = dict.get(objectKey);
    if (object !== undefined) return contentIf(object instanceof PDFRef && source.numbers.has(object));
    if (dict.has(markedContentKey)) {
      return contentIf(source.pageNumber(dict.get(pageKey) ?? elementPage) !== null);
    }
    return item instanceof PDFRef && empty.has(item) ? 'empty' : 'dropped';
  }
}

/** The elements of one parent tree entry: a single one, or one for each marked-content identifier (MCID) of a page. */
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
