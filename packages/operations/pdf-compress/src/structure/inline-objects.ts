import { walkObjects } from '@platen/pdf-kit/objects';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@platen/pdf-kit/pdf-lib';

/**
 * Entries whose dictionaries may be direct objects (where ISO 32000-2 requires an indirect reference, it says so, as for
 * structure elements, annotations, outline items and font descriptors): resources and their categories, encodings, attributes
 * of structure elements, appearance dictionaries, and settings.
 */
const inlinedDicts = new Set(
  'Resources Font XObject ExtGState ColorSpace Pattern Shading Properties Encoding CIDSystemInfo A MK BS BE AP N D R DR Group ViewerPreferences MarkInfo RoleMap ClassMap'
    .split(' ')
    .map((name) => PDFName.of(name)),
);

/** Maximum nesting of objects made direct: resources take three levels, and PDFium reads no more than 64. */
const maxInlinedDepth = 8;

const extGState = PDFName.of('ExtGState');

/**
 * Makes indirect objects with a single reference direct, where the format allows both. That saves the reference, the object
 * number and the cross-reference entry, and deflate sees the text as one.
 */
export function inlineObjects(context: PDFContext): void {
  const { Root, Info } = context.trailerInfo;
  const roots = [Root, Info].filter((root): root is PDFObject => root !== undefined);
  const holders: PDFObject[] = [];
  walkObjects(context, roots, (_ref, object) => holders.push(object) > 0);
  const uses = new Map<PDFRef, number>(roots.flatMap((root) => (root instanceof PDFRef ? [[root, 2] as const] : [])));
  const places: (Place & { readonly holder: PDFObject })[] = [];
  for (const holder of holders) {
    visitPlaces(holder, (place) => {
      uses.set(place.ref, (uses.get(place.ref) ?? 0) + 1);
      places.push({ ...place, holder });
    });
  }
  // Containers precede what they contain, so that their own depth is known.
  const depths = new Map<PDFObject, number>();
  for (const { holder, ref, key, put } of places) {
    const object = uses.get(ref) === 1 ? context.lookup(ref) : undefined;
    const depth = (depths.get(holder) ?? 0) + 1;
    if (object === undefined || depth > maxInlinedDepth || !mayStandInPlace(object, key)) continue;
    put(object);
    depths.set(object, depth);
  }
}

/** A reference within an object: the value of a key, or an item of an array (null). */
interface Place {
  readonly ref: PDFRef;
  readonly key: PDFName | null;
  readonly put: (object: PDFObject) => void;
}

function visitPlaces(object: PDFObject, visit: (place: Place) => void): void {
  const pending = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const holder = next instanceof PDFStream ? next.dict : next;
    if (holder instanceof PDFDict) {
      for (const [key, value] of holder.entries()) {
        if (value instanceof PDFRef) visit({ ref: value, key, put: (direct) => holder.set(key, direct) });
        else pending.push(value);
      }
    } else if (holder instanceof PDFArray) {
      for (const [index, value] of holder.asArray().entries()) {
        if (value instanceof PDFRef) visit({ ref: value, key: null, put: (direct) => holder.set(index, direct) });
        else pending.push(value);
      }
    }
  }
}

function mayStandInPlace(object: PDFObject, key: PDFName | null): boolean {
  if (object instanceof PDFStream || object instanceof PDFRef) return false;
  if (!(object instanceof PDFDict)) return key !== null;
  return (key !== null && inlinedDicts.has(key)) || object.get(PDFName.Type) === extGState;
}
