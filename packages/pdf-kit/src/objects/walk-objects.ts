import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';

/**
 * Visits every indirect object reachable from `roots` once, depth first, without recursion. Missing objects are skipped; an
 * object for which `visit` returns false is not entered.
 */
export function walkObjects(
  context: PDFContext,
  roots: Iterable<PDFObject>,
  visit: (ref: PDFRef, object: PDFObject) => boolean,
): void {
  const visited = new Set<PDFRef>();
  const pending: PDFObject[] = [...roots].reverse();
  // One by one: an array may have more items than a call takes arguments.
  const enter = (object: PDFObject) => {
    for (const child of directChildren(object)) if (leadsOn(child)) pending.push(child);
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!(next instanceof PDFRef)) {
      enter(next);
      continue;
    }
    if (visited.has(next)) continue;
    visited.add(next);
    const object = context.lookup(next);
    if (object !== undefined && visit(next, object)) enter(object);
  }
}

/** True for what may lead to other objects. Most children are names, numbers and strings, which do not. */
function leadsOn(object: PDFObject): boolean {
  return (
    object instanceof PDFRef || object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFStream
  );
}

function directChildren(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFDict) return object.values().reverse();
  if (object instanceof PDFStream) return object.dict.values().reverse();
  return object instanceof PDFArray ? object.asArray().toReversed() : [];
}

const [treeType, elementType] = [PDFName.of('Pages'), PDFName.of('StructElem')];

/** True for objects that a page refers to but that are not part of it: other pages, page tree nodes, structure elements. */
export function isOutsidePage(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false;
  const type = object.get(PDFName.Type);
  return type === PDFName.Page || type === treeType || type === elementType;
}
