import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';

const kidsKey = PDFName.of('K');
const pageKey = PDFName.of('Pg');
const objectKey = PDFName.of('Obj');
const markedContentKey = PDFName.of('MCID');

/** Where the elements of a structure tree belong, by what they say themselves. The parent tree may know fewer. */
export interface ElementPlaces {
  /**
   * Elements by the page that they have marked content on. One without any content, inside it neither, such as a figure that
   * is not marked, is on the page that it names.
   */
  readonly byPage: ReadonlyMap<PDFRef, readonly PDFRef[]>;
  /** Elements by the annotation or image that is their content. */
  readonly byObject: ReadonlyMap<PDFRef, readonly PDFRef[]>;
  /** Elements that have neither content nor a page, such as empty table cells, nor does any inside them. */
  readonly empty: ReadonlySet<PDFRef>;
}

interface MetElement {
  readonly ref: PDFRef;
  readonly page: PDFRef | null;
  /** Its place in the list of elements; -1 for the root. */
  readonly parent: number;
  hasContent: boolean;
  hasPage: boolean;
}

/** Reads a whole structure tree. Each element is met once, before those inside it. */
export function readElementPlaces(context: PDFContext, root: PDFDict): ElementPlaces {
  const byPage = new Map<PDFRef, PDFRef[]>();
  const byObject = new Map<PDFRef, PDFRef[]>();
  const elements: MetElement[] = [];
  const met = new Set<PDFRef>();
  const pending = kidsOf(root).map((ref) => ({ ref, parent: -1 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { ref, parent } = next;
    const dict = ref instanceof PDFRef && !met.has(ref) ? context.lookup(ref) : undefined;
    if (!(ref instanceof PDFRef && dict instanceof PDFDict)) continue;
    met.add(ref);
    const [own, place] = [refEntry(dict, pageKey), elements.length];
    const element = { ref, page: own, parent, hasContent: false, hasPage: own !== null };
    elements.push(element);
    for (const kid of kidsOf(dict)) if (!addContent(element, kid)) pending.push({ ref: kid, parent: place });
  }
  return { byPage, byObject, empty: settleEmpty() };

  /** False for what is an element. */
  function addContent(element: MetElement, kid: PDFObject): boolean {
    const value = kid instanceof PDFNumber ? kid : context.lookup(kid);
    const isMarked = value instanceof PDFNumber || (value instanceof PDFDict && value.has(markedContentKey));
    const object = value instanceof PDFDict ? refEntry(value, objectKey) : null;
    if (!isMarked && object === null) return false;
    element.hasContent = true;
    const page = (value instanceof PDFDict ? refEntry(value, pageKey) : null) ?? element.page;
    if (object !== null) addTo(byObject, object, element.ref);
    else if (page !== null) addTo(byPage, page, element.ref);
    return true;
  }

  function settleEmpty(): ReadonlySet<PDFRef> {
    const empty = new Set<PDFRef>();
    for (const { ref, page, parent, hasContent, hasPage } of elements.toReversed()) {
      const above = elements[parent];
      if (above !== undefined) {
        above.hasContent ||= hasContent;
        above.hasPage ||= hasPage;
      }
      if (hasContent) continue;
      if (page !== null) addTo(byPage, page, ref);
      else if (!hasPage) empty.add(ref);
    }
    return empty;
  }
}

/** What is inside an element or the root of a structure tree, one by one. */
export function kidsOf(dict: PDFDict): readonly PDFObject[] {
  const kids = dict.lookup(kidsKey);
  return kids instanceof PDFArray ? kids.asArray() : kids === undefined ? [] : [dict.get(kidsKey) as PDFObject];
}

function refEntry(dict: PDFDict, key: PDFName): PDFRef | null {
  const value = dict.get(key);
  return value instanceof PDFRef ? value : null;
}

function addTo(map: Map<PDFRef, PDFRef[]>, key: PDFRef, element: PDFRef): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, [element]);
  else if (before.at(-1) !== element) before.push(element);
}
