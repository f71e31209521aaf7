import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';

const appearanceKey = PDFName.of('AP');

/** `/AP`, its three kinds of appearance, and the states of each. */
const levels = 4;

/**
 * The appearance streams of the annotations of a document. Equal streams must not be merged: programs such as PDFBox fill in
 * a form by writing into the stream of a field, so all fields would show the text of the last one.
 */
export function appearanceRefs(context: PDFContext): ReadonlySet<PDFRef> {
  const refs = new Set<PDFRef>();
  const entered = new Set<PDFDict>();
  let level: ReadonlySet<PDFObject> = new Set(appearanceDicts(context));
  for (let depth = 0; depth < levels; depth += 1) {
    const below = new Set<PDFObject>();
    for (const value of level) {
      if (value instanceof PDFRef) refs.add(value);
      const dict = context.lookup(value);
      if (!(dict instanceof PDFDict) || entered.has(dict)) continue;
      entered.add(dict);
      for (const item of dict.values()) below.add(item);
    }
    level = below;
  }
  return refs;
}

/** The `/AP` of annotations, which are objects of their own or in an array. */
function appearanceDicts(context: PDFContext): readonly PDFObject[] {
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    const annotations = object instanceof PDFArray ? object.asArray() : [object];
    return annotations.flatMap((item) => (item instanceof PDFDict ? (item.get(appearanceKey) ?? []) : []));
  });
}
