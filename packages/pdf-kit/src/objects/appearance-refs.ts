import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';

const appearanceKey = PDFName.of('AP');

/** `/AP`, its three kinds of appearance, and the states of each. */
const maxDepth = 2;

/**
 * What the annotations of a document are drawn by. Programs that fill in a form write into the stream of a field
 * (PDFBox does), so equal ones must not become one: every field would show the text of the last.
 */
export function appearanceRefs(context: PDFContext): ReadonlySet<PDFRef> {
  const refs = new Set<PDFRef>();
  const collect = (value: PDFObject | undefined, depth: number) => {
    if (value instanceof PDFRef) refs.add(value);
    const dict = context.lookup(value);
    if (!(dict instanceof PDFDict) || depth > maxDepth) return;
    for (const item of dict.values()) collect(item, depth + 1);
  };
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && object.has(appearanceKey)) collect(object.get(appearanceKey), 0);
    if (!(object instanceof PDFArray)) continue;
    for (const item of object.asArray()) if (item instanceof PDFDict) collect(item.get(appearanceKey), 0);
  }
  return refs;
}
