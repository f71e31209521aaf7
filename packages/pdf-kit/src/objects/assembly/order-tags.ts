import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { SourceGraph } from './graphs.ts';

const kKey = PDFName.of('K');
const pageKey = PDFName.of('Pg');
const typeKey = PDFName.of('S');

/** Levels of elements that are put in order. */
const maxDepth = 200;

/** True if pages of the source are in another order than in the source. */
export function isReordered({ pages }: SourceGraph): boolean {
  return pages.some(({ index }, at) => at > 0 && index < (pages[at - 1]?.index ?? 0));
}

/**
 * Puts the elements of a reordered source in the order of its pages: elements side by side by the first page that each has
 * content on. Content inside a paragraph stays in its order. Returns the top-level elements in their new order.
 */
export function orderTags(source: SourceGraph, top: readonly PDFRef[]): readonly PDFRef[] {
  const places = new Map(source.pages.map(({ page }, place) => [page.ref as PDFObject, place] as const));
  const met = new Set<PDFDict>();
  return byPlace(top, (element) => firstPlace(element, undefined, 0));

  // Walk: each element once, `maxDepth` levels.
  function firstPlace(item: PDFObject, pageAbove: PDFObject | undefined, depth: number): number | null {
    const element = source.lookup(item);
    if (!(element instanceof PDFDict)) return places.get(pageAbove as PDFObject) ?? null;
    const page = element.get(pageKey) ?? pageAbove;
    if (!element.has(typeKey)) return places.get(page as PDFObject) ?? null;
    if (met.has(element) || depth > maxDepth) return null;
    met.add(element);
    const kids = element.lookup(kKey);
    const items =
      kids instanceof PDFArray ? kids.asArray() : kids === undefined ? [] : [element.get(kKey) as PDFObject];
    const found = new Map(items.map((kid) => [kid, firstPlace(kid, page, depth + 1)] as const));
    if (items.every(isElement)) {
      const ordered = byPlace(items, (kid) => found.get(kid) ?? null);
      if (item instanceof PDFRef && ordered.some((kid, index) => kid !== items[index])) {
        const changed = element.clone();
        changed.set(kKey, element.context.obj([...ordered]));
        source.replace(item, changed);
      }
    }
    return [...found.values()].reduce<number | null>((first, place) => {
      return place === null || (first !== null && first <= place) ? first : place;
    }, null);
  }

  function isElement(item: PDFObject): boolean {
    const dict = source.lookup(item);
    return dict instanceof PDFDict && dict.has(typeKey);
  }
}

/** One that has no place stays behind the one before it. */
function byPlace<Item>(items: readonly Item[], placeOf: (item: Item) => number | null): readonly Item[] {
  let last = -1;
  const placed = items.map((item) => {
    last = placeOf(item) ?? last;
    return { item, place: last };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}
