import { serializeObject } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef } from '@platen/pdf-kit/pdf-lib';

/** Smaller dictionaries are not shared: references, the object number and its cross-reference entry take about this many bytes. */
const minSharedBytes = 64;

const resources = PDFName.of('Resources');

/** The entries of a resource dictionary that map names to resources (ISO 32000-2, table 34). */
const categories = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'].map((name) =>
  PDFName.of(name),
);

/**
 * Makes equal direct resource dictionaries of pages and forms one indirect object. Long ones repeat at distances beyond the
 * window of deflate.
 */
export function shareResources(context: PDFContext): void {
  const owners = context.enumerateIndirectObjects().flatMap(([, object]) => ownerOf(object));
  shareAll(
    context,
    owners.map((dict) => ({ dict, key: resources })),
  );
  const inner = new Set(owners.flatMap((dict) => asDirect(context.lookup(dict.get(resources)))));
  shareAll(
    context,
    [...inner].flatMap((dict) => categories.map((key) => ({ dict, key }))),
  );
}

/** The dictionary of a page or content stream with resources of its own; none for another object. */
function ownerOf(object: unknown): readonly PDFDict[] {
  const dict = object instanceof PDFRawStream ? object.dict : object;
  return dict instanceof PDFDict && dict.has(resources) ? [dict] : [];
}

interface Place {
  readonly dict: PDFDict;
  readonly key: PDFName;
}

function shareAll(context: PDFContext, places: readonly Place[]): void {
  const alike = new Map<string, Place[]>();
  for (const place of places) {
    const value = place.dict.get(place.key);
    if (!(value instanceof PDFDict)) continue;
    const text = serializeObject(value, { numberOf: (ref) => ref.objectNumber });
    if (text.length < minSharedBytes) continue;
    alike.set(text, [...(alike.get(text) ?? []), place]);
  }
  for (const [first, ...others] of alike.values()) {
    const value = first?.dict.get(first.key);
    if (first === undefined || others.length === 0 || value === undefined) continue;
    const ref: PDFRef = context.register(value);
    for (const { dict, key } of [first, ...others]) dict.set(key, ref);
  }
}

function asDirect(value: unknown): readonly PDFDict[] {
  return value instanceof PDFDict ? [value] : [];
}
